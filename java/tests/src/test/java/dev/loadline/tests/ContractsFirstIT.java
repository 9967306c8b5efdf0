// The contracts of the first share of the Java stacks.
package dev.loadline.tests;

class ContractsFirstIT extends ContractsShare {}
