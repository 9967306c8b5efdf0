// The contracts of the third share of the Java stacks.
package dev.loadline.tests;

class ContractsThirdIT extends ContractsShare {}
