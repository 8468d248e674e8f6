import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { CommunityServer } from './community-server.ts';
import { Member, type Person, aPerson } from './member.ts';
import { cloneTemplate } from './template.ts';
import { watch } from './watch.ts';

export { expect } from '@playwright/test';

type BrowserOptions = BrowserContextOptions & {
  /** Another server than the one most journeys share. */
  server?: CommunityServer;
  width?: number;
  height?: number;
};

type Problems = { met: string[]; tolerated: RegExp[] };

type Journey = {
  problems: Problems;
  /** Somebody joins the community, without the ceremony of doing so in a browser. */
  join: (firstName?: string, lastName?: string) => Promise<Member>;
  /**
   * Opens a browser of its own for a member, or for a visitor who is not signed in. Whatever goes wrong in it unseen
   * fails the journey. Service workers stay out unless allowed: they would hide requests from routes.
   */
  openBrowser: (member?: Member | null, options?: BrowserOptions) => Promise<Page>;
  /**
   * A community of its own, for journeys about its first hour or about its server going away. Its database is a clone in
   * one PostgreSQL of the run, unless the journey is about a server as it is installed, with a PostgreSQL embedded in it,
   * or about the demo.
   */
  startServer: (
    environment?: Record<string, string>,
    kind?: 'cloned' | 'embedded' | 'demo',
  ) => Promise<CommunityServer>;
  /** Names a problem that this journey brings about on purpose. */
  tolerate: (problem: RegExp) => void;
};

/** What Chromium writes about an answer that a journey makes fail. A socket that is refused is one, in other words. */
export const failedAnswer = (status: number) =>
  new RegExp(
    `Failed to load resource: the server responded .* ${status} ${status === 401 ? '|WebSocket .* HTTP Authentication failed' : ''}`,
  );

async function stopServer(server: CommunityServer) {
  expect(await server.stop(), 'errors in the server’s log').toEqual([]);
}

/** The server that most journeys share, and who looks after it. */
type Shared = { server: CommunityServer; admin: Member };

export const test = base.extend<Journey, Shared>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = await CommunityServer.start({ DATABASE_URL: await cloneTemplate() });
      await use(server);
      await stopServer(server);
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  // There before anybody else, so that nobody in a journey is an administrator by being first.
  admin: [
    async ({ server }, use) => {
      await use(await Member.join(server, aPerson('Ada', 'Warden')));
    },
    { scope: 'worker', auto: true },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
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
    await use((firstName, lastName) => Member.join(server, aPerson(firstName, lastName)));
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  problems: async ({}, use) => {
    const problems: Problems = { met: [], tolerated: [] };
    await use(problems);
    const unexpected = problems.met.filter((problem) => !problems.tolerated.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'problems in a browser').toEqual([]);
  },

  tolerate: async ({ problems }, use) => {
    await use((problem) => void problems.tolerated.push(problem));
  },

  openBrowser: async ({ browser, server: sharedServer, startServer, problems }, use) => {
    // Named so that the browsers close before the servers they are open at stop.
    void startServer;
    const closes: (() => Promise<void>)[] = [];
    let isOver = false;
    await use(async (member = null, { server = member?.server ?? sharedServer, width, height, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: width ?? 1280, height: height ?? 800 },
        locale: 'en-GB',
        serviceWorkers: 'block',
        ...options,
      });
      context.on('page', waitForCode);
      closes.push(async () => {
        // Whatever a page asks for from here on passes the journey's routes, which go with it, and is none of its story.
        isOver = true;
        // What is just being answered for a page that closes has nobody to come to.
        await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
        await context.close();
      });
      await watch(context, server.url, (problem) => void (isOver || problems.met.push(problem)));
      if (member) await context.addCookies([{ ...member.cookie, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
      return context.newPage();
    });
    for (const close of closes) await close();
  },
});

/**
 * Journeys begin when the application has taken the place of the first view that came with the page. Those about that
 * view open the page with `commit`.
 */
function waitForCode(page: Page): void {
  const untilTaken = () => page.locator('#first-view').waitFor({ state: 'detached', timeout: 30_000 });
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (address, options) => {
    const response = await goTo(address, options);
    if (options?.waitUntil !== 'commit') await untilTaken();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await untilTaken();
    return response;
  };
}

/**
 * Opens a page with a form and waits for its code, which some begin to fetch when a field is touched. Sent before, a form
 * works too, but without what the code adds.
 */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('textbox').first().focus();
  await expect(page.locator('html[data-ready]')).toBeAttached();
}

/** Fills the sign-up form and sends it; the browser is then on its way into the community. */
export async function signUpInBrowser(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('I am 18 or over').check();
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
