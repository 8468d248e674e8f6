import cluster from 'node:cluster';
import { type EventEmitter, on } from 'node:events';
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

/** Messages of both directions. A message about metrics without `metrics` asks for them. */
export type ClusterMessage = { type: 'drain' | 'metrics-of-worker' | 'metrics-of-all'; metrics?: object[] };

/** Returns the metrics in the next message of this type. @throws AbortError after the time limit. */
export async function nextMetrics(
  sender: EventEmitter,
  type: ClusterMessage['type'],
  milliseconds: number,
): Promise<object[] | undefined> {
  const messages = on(sender, 'message', { signal: AbortSignal.timeout(milliseconds), close: ['exit'] });
  for await (const [message] of messages as AsyncIterable<[ClusterMessage]>)
    if (message.type === type && message.metrics) return message.metrics;
  return undefined;
}

const send = (message: ClusterMessage): void => {
  if (process.connected) process.send?.(message);
};

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

/** Gives the metrics of this process to the other workers. */
export function shareMetrics(registry: Registry): void {
  if (!isWorker) return;
  process.on('message', ({ type }: ClusterMessage) => {
    if (type === 'metrics-of-worker') void registry.getMetricsAsJSON().then((metrics) => send({ type, metrics }));
  });
}

/** Longer than the primary waits for a worker (`serve-cluster.ts`). */
const metricsMilliseconds = 5_000;

/** Returns the metrics of this process in the Prometheus text format, or those of all workers, added up. */
export async function readMetrics(registry: Registry): Promise<string> {
  if (!isWorker) return registry.metrics();
  send({ type: 'metrics-of-all' });
  const metrics = await nextMetrics(process, 'metrics-of-all', metricsMilliseconds);
  return AggregatorRegistry.aggregate(metrics ?? []).metrics();
}
