// How many commands a backing service has executed.
package dev.loadline.services;

/**
 * @param reads Redis GET, MySQL SELECT, MongoDB find
 * @param writes Redis SET, MySQL INSERT, documents inserted into MongoDB
 */
public record Counts(long reads, long writes) {}
