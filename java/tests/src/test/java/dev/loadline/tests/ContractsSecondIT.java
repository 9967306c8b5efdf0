// The contracts of the second share of the Java stacks.
package dev.loadline.tests;

class ContractsSecondIT extends ContractsShare {}
