import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from './errors.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const webDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** What every other address gets: the application, which then knows its own paths and its own 404. */
const applicationPage = '__spa-fallback.html';
const serviceWorker = 'sw.js';

type Page = { html: Buffer; brotli: Buffer; policy: string };

/**
 * Serves the built web application: hashed assets for ever, prerendered pages as they are, and for the rest the
 * application itself. Signed-out `/` is the waitlist page; signed-in `/` is the application, told at once which
 * two answers it will want, so that the feed travels beside the code and not after it.
 */
export async function servePages(
  app: FastifyInstance,
  options: { productName: string; directory?: string },
): Promise<void> {
  const directory = options.directory ?? webDirectory;
  const clientDirectory = path.join(directory, 'client');
  if (!existsSync(path.join(clientDirectory, applicationPage))) {
    app.log.warn('the web application is not built: only the API is served');
    app.setNotFoundHandler(async () => {
      throw platformError('request.not_found');
    });
    return;
  }
  const pages = readPages(directory, clientDirectory, options.productName);

  await app.register(staticFiles, {
    root: clientDirectory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html'],
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = file.startsWith(path.join(clientDirectory, 'assets') + path.sep);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, no-cache');
      // A worker obeys the policy that its own script came with. The file may be its compressed twin.
      if (file.startsWith(path.join(clientDirectory, serviceWorker)))
        void reply.header('content-security-policy', workerPolicy);
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const isNavigation = request.method === 'GET' || request.method === 'HEAD';
    if (!isNavigation || /^\/(api|assets|media)\//.test(request.url)) throw platformError('request.not_found');
    const [pathname = '/'] = request.url.split('?', 1);
    const isSignedInHome = pathname === '/' && request.viewer !== undefined;
    if (isSignedInHome) void reply.header('link', feedPreloads);
    return sendPage(
      request,
      reply,
      isSignedInHome ? pages.application : (pages.prerendered.get(pathname) ?? pages.application),
    );
  });
}

const feedPreloads = ['/api/auth/user', '/api/posts']
  .map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`)
  .join(', ');

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, brotli, policy }: Page): FastifyReply {
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (takesBrotli) void reply.header('content-encoding', 'br');
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('vary', 'cookie, accept-encoding')
    .header('cache-control', 'private, no-cache')
    .send(takesBrotli ? brotli : html);
}

/** Reads what the build left: the pages by their path, each with the policy that its own inline scripts need. */
function readPages(directory: string, clientDirectory: string, productName: string) {
  const hashes = JSON.parse(readFileSync(path.join(directory, 'csp.json'), 'utf8')) as Record<string, string[]>;
  const readPage = (file: string): Page => {
    const html = namePage(readFileSync(path.join(clientDirectory, file), 'utf8'), productName);
    return { html: Buffer.from(html), brotli: brotliCompressSync(html), policy: pagePolicy(hashes[file] ?? []) };
  };
  const prerendered = Object.keys(hashes).filter((file) => file !== applicationPage);
  return {
    application: readPage(applicationPage),
    // By the path that members see, and by the file's own, which the service worker asks for.
    prerendered: new Map(
      prerendered.flatMap((file) => {
        const page = readPage(file);
        return [`/${file.replace(/\/?index\.html$/, '')}`, `/${file}`].map((address) => [address, page] as const);
      }),
    ),
  };
}

/** The name that the build writes where the community's own belongs. */
const builtName = 'Mindful Commons';

/** Gives a page the community's name: in its text, which the build wrote, and where its scripts look for it. */
function namePage(html: string, productName: string): string {
  const name = escapeHtml(productName);
  return html.replaceAll(builtName, name).replace('<head>', `<head><meta name="product-name" content="${name}"/>`);
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
