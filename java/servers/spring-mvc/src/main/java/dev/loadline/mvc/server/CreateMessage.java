// What a client posts to the messages.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Limits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.hibernate.validator.constraints.CodePointLength;

public record CreateMessage(
    @NotBlank @CodePointLength(max = Limits.TEXT_CODE_POINTS) @Pattern(regexp = CreateRecord.WHOLE)
        String content) {}
