import { measureCutUploads, measureSlowClients } from './faults/clients.ts';
import { measureClock } from './faults/clock.ts';
import { measureFullDisks } from './faults/full-disk.ts';
import { measureOverload } from './faults/overload.ts';
import type { Measurement, ProgramOptions } from './lib/measurement.ts';

/**
 * What goes wrong around a community that runs: full disks, clocks that are set, slow clients, uploads that are cut, and
 * far too much at once. Whoever is refused must be told clearly, nothing may be half written, and all must be normal again
 * within 10 s of the end of the fault.
 */
export async function measureFaults({ quick }: ProgramOptions): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const measure of [measureFullDisks, measureClock, measureSlowClients, measureCutUploads, measureOverload])
    lines.push(...(await measure(quick)));
  return lines;
}
