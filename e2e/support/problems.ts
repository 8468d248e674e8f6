import type { BrowserContext } from '@playwright/test';

/**
 * Records problems that fail any journey: console errors, uncaught exceptions, violations of the content security
 * policy, and requests to other origins.
 */
export async function recordProblems(
  context: BrowserContext,
  origin: string,
  record: (problem: string) => void,
): Promise<void> {
  // Requests and sockets that were in flight at sign-out fail with 401.
  let isSigningOut = false;
  context.on('console', (message) => {
    if (isSigningOut && /status of 401 |WebSocket .* HTTP Authentication failed/.test(message.text())) return;
    if (message.type() === 'error') record(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => record(`uncaught: ${webError.error().stack ?? webError.error().message}`));
  context.on('request', (request) => {
    if (isOtherHost(request.url(), origin)) record(`request to another site: ${request.url()}`);
    if (new URL(request.url()).pathname === '/api/logout') isSigningOut = true;
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (isOtherHost(socket.url(), origin)) record(`socket to another site: ${socket.url()}`);
    });
    page.on('framenavigated', () => (isSigningOut = false));
  });
  await context.exposeFunction('noteViolation', (text: string) => record(`content security policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      void (globalThis as unknown as { noteViolation: (text: string) => Promise<void> }).noteViolation(
        `${effectiveDirective} refused ${blockedURI}`,
      );
    });
  });
}

/** URLs without a host (`data:`, `blob:`, `about:`) do not leave the browser. */
function isOtherHost(address: string, origin: string): boolean {
  const url = new URL(address);
  return url.host !== '' && url.host !== new URL(origin).host;
}
