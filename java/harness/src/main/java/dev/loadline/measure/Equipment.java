// What every workload of a run is measured with.
package dev.loadline.measure;

import dev.loadline.services.Services;
import java.util.Random;
import java.util.function.Consumer;

/**
 * @param driver one for the whole run
 * @param services that run
 * @param random of the order within blocks
 * @param progress is told what goes on, a line at a time
 */
record Equipment(
    Driver driver,
    CorePlan cores,
    Services services,
    Random random,
    BlocksFile blocks,
    Options options,
    Consumer<String> progress) {}
