// One row of the records.
package dev.loadline.workloads;

/**
 * A record.
 *
 * @param id its number, from 1
 * @param name as it was typed
 */
public record NamedRecord(long id, String name) {}
