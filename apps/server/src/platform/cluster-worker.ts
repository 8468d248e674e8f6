import cluster from 'node:cluster';
import { on } from 'node:events';
import { Server } from 'node:net';
import { AggregatorRegistry, type Registry } from '@prometheus-io/client';

/** Whether this is one of several server processes on a port (`WEB_CONCURRENCY`). Another one, the primary, manages it. */
export const { isWorker } = cluster;

/** The only process that prints the greeting. */
export const isFirstProcess = !isWorker || cluster.worker?.id === 1;

/**
 * Time in which the clients of a stopping worker use their kept-alive connections again. The response then closes them,
 * so that the next request goes to another worker.
 */
export const reconnectMilliseconds = 2_000;

/** Signal at which a worker stops, and at which the primary replaces its workers one after the other. */
export const restartSignal = 'SIGUSR2';

/** Messages between the primary and a worker. A worker asks for the metrics of all workers, and the primary sends them. */
export type ClusterMessage = { type: 'drain' } | { type: 'metrics'; text?: string };

/**
 * Gives new connections to the other workers and keeps the open ones. The HTTP server's own `close` would also end idle
 * connections, and those whose first request it has not yet read.
 */
export function leaveCluster(server: Server): void {
  if (isWorker) Server.prototype.close.call(server);
}

/** Calls the listener when the primary announces a stop of all workers. */
export function onDrain(listener: () => void): void {
  if (isWorker) process.on('message', (message: ClusterMessage) => message.type === 'drain' && listener());
}

/** Lets the primary collect the metrics of this process. */
export function shareMetrics(registry: Registry): void {
  if (!isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** Longer than the primary waits for its workers. */
const metricsMilliseconds = 6_000;

/** Returns the metrics of this process in the Prometheus text format, or those of all workers, added up. */
export async function readMetrics(registry: Registry): Promise<string> {
  if (!isWorker) return registry.metrics();
  const messages = on(process, 'message', { signal: AbortSignal.timeout(metricsMilliseconds) });
  process.send?.({ type: 'metrics' } satisfies ClusterMessage);
  for await (const [message] of messages as AsyncIterable<[ClusterMessage]>)
    if (message.type === 'metrics' && message.text !== undefined) return message.text;
  throw new Error('the primary process ended');
}
