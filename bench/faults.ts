import { measureInterruptedUploads, measureSlowClients } from './faults/clients.ts';
import { measureClock } from './faults/clock.ts';
import { measureFullDisks } from './faults/full-disk.ts';
import { measureOverload } from './faults/overload.ts';
import type { Measurement, ProgramOptions } from './lib/measurement.ts';

/**
 * Tries faults on a running community: full disks, moved clocks, slow clients, interrupted uploads and overload.
 * Refused calls must get a clear error, no write may be incomplete, and the server must recover within 10 s after the
 * fault.
 */
export async function measureFaults({ quick }: ProgramOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const measure of [
    measureFullDisks,
    measureClock,
    measureSlowClients,
    measureInterruptedUploads,
    measureOverload,
  ])
    measurements.push(...(await measure(quick)));
  return measurements;
}
