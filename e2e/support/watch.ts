import type { BrowserContext } from '@playwright/test';

/**
 * Records problems that fail any journey: console errors, uncaught exceptions, violations of the content security
 * policy, and requests to other origins.
 */
export async function watch(context: BrowserContext, origin: string, note: (problem: string) => void): Promise<void> {
  // Requests and sockets that were in flight at sign-out fail with 401.
  let isSigningOut = false;
  context.on('console', (message) => {
    if (isSigningOut && /status of 401 |WebSocket .* HTTP Authentication failed/.test(message.text())) return;
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => note(`uncaught: ${webError.error().stack ?? webError.error().message}`));
  context.on('request', (request) => {
    if (isElsewhere(request.url(), origin)) note(`request to another site: ${request.url()}`);
    if (new URL(request.url()).pathname === '/api/logout') isSigningOut = true;
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (isElsewhere(socket.url(), origin)) note(`socket to another site: ${socket.url()}`);
    });
    page.on('framenavigated', () => (isSigningOut = false));
  });
  await context.exposeFunction('noteViolation', (text: string) => note(`content security policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      void (globalThis as unknown as { noteViolation: (text: string) => Promise<void> }).noteViolation(
        `${effectiveDirective} refused ${blockedURI}`,
      );
    });
  });
}

/** URLs without a host (`data:`, `blob:`, `about:`) do not leave the browser. */
function isElsewhere(address: string, origin: string): boolean {
  const url = new URL(address);
  return url.host !== '' && url.host !== new URL(origin).host;
}
