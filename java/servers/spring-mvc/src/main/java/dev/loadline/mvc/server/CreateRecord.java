// What a client posts to the records.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Limits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.hibernate.validator.constraints.CodePointLength;

public record CreateRecord(
    @NotBlank @CodePointLength(max = Limits.TEXT_CODE_POINTS) @Pattern(regexp = WHOLE)
        String name) {
  /** Half of a surrogate pair has no UTF-8. */
  static final String WHOLE = "[^\\ud800-\\udfff]*";
}
