// The contracts of the sixth share of the Java stacks.
package dev.loadline.tests;

class ContractsSixthIT extends ContractsShare {}
