import { measureClock } from './faults/clock.ts';
import { measureFullDisks } from './faults/full-disk.ts';
import { measureOverload } from './faults/overload.ts';
import type { Bench, Measurement } from './lib/measurement.ts';

/**
 * Tries faults on a running community: full disks, moved clocks and overload. Refused calls must get a clear error, no
 * write may be incomplete, and the server must recover within 10 s after the fault.
 */
export async function measureFaults(bench: Bench): Promise<Measurement[]> {
  const faults = [measureFullDisks, measureClock, measureOverload];
  const measurements: Measurement[] = [];
  for (const measure of faults) {
    await using cleanups = new AsyncDisposableStack();
    measurements.push(...(await measure({ ...bench, cleanups })));
  }
  return measurements;
}
