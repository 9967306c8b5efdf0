// The latencies of an arm at quantiles that lie evenly on a logarithmic axis.
package dev.loadline.reports;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

final class Spectrum {
  /** Of the first decade, what lies beyond each quantile; a tenth of it in the next. */
  static final List<String> BEYOND =
      List.of("1", "0.8", "0.63", "0.5", "0.4", "0.315", "0.25", "0.2", "0.16", "0.125");

  private static final int DECADES = 5;
  private static final double TEN = 10;
  private static final double HUNDRED = 100;
  private static final double HALF = 0.5;

  private Spectrum() {}

  /**
   * @param records of one arm; those that are not to be trusted are left out
   * @return microseconds as JSON, as far as there are requests to tell
   */
  static List<Long> of(List<JsonNode> records) {
    Histogram merged = null;
    for (JsonNode record : records) {
      if (record.get("invalid").isNull() && !record.get("sample").isNull()) {
        Histogram own = decoded(record.at("/sample/histogram").asString());
        if (merged == null) {
          merged = own;
          merged.setAutoResize(true);
        } else {
          merged.add(own);
        }
      }
    }
    return merged == null ? List.of() : values(merged);
  }

  private static List<Long> values(Histogram merged) {
    long count = merged.getTotalCount();
    List<Long> values = new ArrayList<>();
    for (int decade = 0; decade < DECADES; decade++) {
      for (String share : BEYOND) {
        double quantile = 1 - Double.parseDouble(share) / Math.pow(TEN, decade);
        if ((1 - quantile) * count >= 1) {
          values.add(valueAt(merged, quantile));
        }
      }
    }
    return values;
  }

  /**
   * The two languages' histograms round a percentile otherwise; half a rank below a rank both find
   * that rank.
   */
  private static long valueAt(Histogram histogram, double quantile) {
    long count = histogram.getTotalCount();
    double rank = Math.max(1, Math.ceil(quantile * count));
    return histogram.getValueAtPercentile(HUNDRED * (rank - HALF) / count);
  }

  private static Histogram decoded(String base64) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    } catch (DataFormatException damaged) {
      throw new IllegalArgumentException("a histogram cannot be read: " + damaged.getMessage());
    }
  }
}
