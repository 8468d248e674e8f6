import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, RouteOptions } from 'fastify';

const channel = 'fastify.initialization';
const webFiles = fileURLToPath(new URL('../../web/dist/client', import.meta.url));

/** Whether the URL is a static file of the reference page or the web build, which is public. */
const isFile = (url: string) =>
  url === '/api/docs' ||
  url.startsWith('/api/docs/') ||
  url === '/assets/:file' ||
  url === '/manifest.webmanifest' ||
  statSync(`${webFiles}${url}`, { throwIfNoEntry: false })?.isFile() === true;

/** Runs `open` and returns its result with all registered routes, as in `GET /api/posts/:id`. */
export async function collectRoutes<Opened>(
  open: () => Promise<Opened>,
): Promise<{ opened: Opened; routes: string[] }> {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      if (!isFile(url)) for (const each of [method].flat()) routes.add(`${each} ${url}`);
    });
  };
  subscribe(channel, listen);
  try {
    return { opened: await open(), routes: [...routes] };
  } finally {
    unsubscribe(channel, listen);
  }
}
