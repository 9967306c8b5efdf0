// What a server and its children have used during a slice.
package dev.loadline.measure;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Null where the machine does not tell, as in the sample.
 *
 * @param cpuShare of one core, over the slice
 * @param compilerShare CPU time of the compilers of a JVM, of one core, over the slice; null where
 *     it is none
 * @param residentBytesBefore the slice, when the server was warm
 * @param residentBytes after the slice
 * @param peakResidentBytes the sum of each process's peak during the slice
 * @param reason why figures are null
 */
record ServerUse(
    Double cpuShare,
    Double cpuMicrosPerRequest,
    Double compilerShare,
    Long residentBytesBefore,
    Long residentBytes,
    Long peakResidentBytes,
    String reason) {

  static ServerUse unknown(String reason) {
    return new ServerUse(null, null, null, null, null, null, reason);
  }

  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cpuShare", cpuShare)
        .put("cpuMicrosPerRequest", cpuMicrosPerRequest)
        .put("compilerShare", compilerShare)
        .put("residentBytesBefore", residentBytesBefore)
        .put("residentBytes", residentBytes)
        .put("peakResidentBytes", peakResidentBytes)
        .put("reason", reason);
  }
}
