// What an upload answers.
package dev.loadline.workloads;

/**
 * The answer to a complete upload.
 *
 * @param bytes how many bytes came
 * @param md5 their MD5 in lower-case hexadecimal digits
 */
public record Receipt(long bytes, String md5) {}
