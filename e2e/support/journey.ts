import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { CommunityServer } from './community-server.ts';
import { Member, type Person, createPerson } from './member.ts';
import { recordProblems } from './problems.ts';
import { cloneTemplate } from './template.ts';

export { expect } from '@playwright/test';

type BrowserOptions = BrowserContextOptions & {
  /** Server to open. Default: the member's server, or the shared one. */
  server?: CommunityServer;
  width?: number;
  height?: number;
};

type Problems = { messages: string[]; toleratedPatterns: RegExp[] };

type JourneyFixtures = {
  problems: Problems;
  /** Creates a member through the API and the database, without a browser. */
  join: (firstName?: string, lastName?: string) => Promise<Member>;
  /**
   * Opens a new browser context for a member or a visitor. Any problem on its pages fails the journey. Service workers
   * are blocked by default, because requests that they make bypass `page.route`.
   */
  openBrowser: (member?: Member | null, options?: BrowserOptions) => Promise<Page>;
  /**
   * Starts a server for this journey alone. By default its database is a clone in the run's PostgreSQL. `embedded`
   * uses the PostgreSQL that is bundled with the server, and `demo` runs the demo.
   */
  startServer: (
    environment?: Record<string, string>,
    kind?: 'cloned' | 'embedded' | 'demo',
  ) => Promise<CommunityServer>;
  /** Allows a problem that this journey causes on purpose. */
  tolerate: (problem: RegExp) => void;
};

/**
 * Matches the two messages about blocked storage that React Router's inline script for the scroll position causes. It
 * only stops itself.
 */
export const blockedStorageReport = /SecurityError|^uncaught: $/;

/** Matches Chromium's console message about a failed response. A refused WebSocket has a different message. */
export const failedResponse = (status: number) =>
  new RegExp(
    `Failed to load resource: the server responded .* ${status} ${status === 401 ? '|WebSocket .* HTTP Authentication failed' : ''}`,
  );

async function stopServer(server: CommunityServer) {
  expect(await server.stop(), 'errors in the server’s log').toEqual([]);
}

/** The server that most journeys of a worker share, and its administrator. */
type WorkerFixtures = { server: CommunityServer; admin: Member };

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const server = await CommunityServer.start({ DATABASE_URL: await cloneTemplate() });
      await use(server);
      await stopServer(server);
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  // The first member becomes administrator, so Ada joins before everyone else.
  admin: [
    async ({ server }, use) => {
      await use(await Member.join(server, createPerson('Ada', 'Warden')));
    },
    { scope: 'worker', auto: true },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
  startServer: async ({}, use) => {
    const servers: CommunityServer[] = [];
    await use(async (environment = {}, kind = 'cloned') => {
      const server = await CommunityServer.start(
        { ...(kind === 'cloned' && { DATABASE_URL: await cloneTemplate() }), ...environment },
        kind === 'demo' ? 'demo' : 'server',
      );
      servers.push(server);
      return server;
    });
    for (const server of servers.toReversed()) await stopServer(server);
  },

  join: async ({ server }, use) => {
    await use((firstName, lastName) => Member.join(server, createPerson(firstName, lastName)));
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  problems: async ({}, use) => {
    const problems: Problems = { messages: [], toleratedPatterns: [] };
    await use(problems);
    const unexpected = problems.messages.filter(
      (problem) => !problems.toleratedPatterns.some((pattern) => pattern.test(problem)),
    );
    expect(unexpected, 'problems in a browser').toEqual([]);
  },

  tolerate: async ({ problems }, use) => {
    await use((problem) => void problems.toleratedPatterns.push(problem));
  },

  openBrowser: async ({ browser, server: sharedServer, startServer, problems }, use) => {
    // Declared as a dependency, so that browsers close before these servers stop.
    void startServer;
    const closeContexts: (() => Promise<void>)[] = [];
    let isClosing = false;
    await use(async (member = null, { server = member?.server ?? sharedServer, width, height, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: width ?? 1280, height: height ?? 800 },
        locale: 'en-GB',
        serviceWorkers: 'block',
        // Playwright presses an element only when it stands still.
        reducedMotion: 'reduce',
        ...options,
      });
      context.on('page', waitForApplicationOnLoad);
      closeContexts.push(async () => {
        // Ignore problems from now on, because requests are no longer routed.
        isClosing = true;
        // Ignore responses that are still in flight while the page closes.
        await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
        await context.close();
      });
      await recordProblems(context, server.url, (problem) => void (isClosing || problems.messages.push(problem)));
      if (member) await context.addCookies([{ ...member.cookie, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
      return context.newPage();
    });
    for (const close of closeContexts) await close();
  },
});

/**
 * Makes `goto` and `reload` wait until the application has taken over the server-rendered page.
 * Journeys about that moment use `waitUntil: 'commit'`.
 */
function waitForApplicationOnLoad(page: Page): void {
  const waitForApplication = () =>
    page.locator('html[data-rendered]:not([data-ready])').waitFor({ state: 'detached', timeout: 30_000 });
  const [originalGoto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (address, options) => {
    const response = await originalGoto(address, options);
    if (options?.waitUntil !== 'commit') await waitForApplication();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await waitForApplication();
    return response;
  };
}

/**
 * Opens a page with a form and waits for its code. Some pages load the code when a field gets focus.
 * Forms also work without the code, but with fewer features.
 */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('textbox').first().focus();
  await expect(page.locator('html[data-ready]')).toBeAttached();
}

/** Fills in and submits the sign-up form. Does not wait for the next page. */
export async function signUpInBrowser(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('I am 18 or over').check();
  await page.getByLabel('I agree that').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function logInInBrowser(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
