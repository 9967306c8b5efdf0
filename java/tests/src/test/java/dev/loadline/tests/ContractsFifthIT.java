// The contracts of the fifth share of the Java stacks.
package dev.loadline.tests;

class ContractsFifthIT extends ContractsShare {}
