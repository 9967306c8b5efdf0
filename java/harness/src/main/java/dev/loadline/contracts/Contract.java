// How one workload behaves, as its file says.
package dev.loadline.contracts;

import java.util.List;

public record Contract(String workload, String description, List<Case> cases) {}
