// How one workload behaves, as its file says.
package dev.loadline.contracts;

import dev.loadline.services.ServiceName;
import java.util.List;
import java.util.Optional;

/**
 * @param service what the workload needs besides its server
 * @param load what a server is loaded with when it is measured; empty when it never is
 */
public record Contract(
    String workload,
    String description,
    Optional<ServiceName> service,
    List<Case> cases,
    Optional<Load> load) {}
