import type { BrowserContext } from '@playwright/test';

/**
 * Notes what no page may do in any journey: write an error to the console, leave an exception uncaught, break its
 * content security policy, or speak to anyone but its own server.
 */
export async function watch(context: BrowserContext, origin: string, note: (problem: string) => void): Promise<void> {
  // What a page had asked for just before its member signed out comes back as 401, its socket too.
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

/** Addresses without a host (`data:`, `blob:`, `about:`) stay inside the browser. */
function isElsewhere(address: string, origin: string): boolean {
  const url = new URL(address);
  return url.host !== '' && url.host !== new URL(origin).host;
}
