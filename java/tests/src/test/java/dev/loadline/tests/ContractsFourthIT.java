// The contracts of the fourth share of the Java stacks.
package dev.loadline.tests;

class ContractsFourthIT extends ContractsShare {}
