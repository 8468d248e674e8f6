import { randomUUID } from 'node:crypto';
import { type CurrentUser, getCurrentUser } from '@commons/contract/auth/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { users } from '../src/community/members/users.tables.ts';
import { findFreePort } from '../src/platform/http/free-port.ts';
import { Browser, type Visit } from './browser.ts';
import type { ApiResponse } from './caller.ts';
import { Community, type Member } from './community.ts';
import { OpenIdProvider, type Person } from './openid-provider.ts';

type Site = { community: Community; provider: OpenIdProvider };

/** Opens a community that listens at its public address, with its own OpenID provider. */
export async function openSite(
  environment: Record<string, string> = {},
  webDirectory?: string,
): Promise<Site & { close: () => Promise<void> }> {
  const port = await findFreePort('127.0.0.1');
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = await OpenIdProvider.at(`${publicUrl}/api/auth/callback/openid`);
  const community = await Community.open({
    ...(webDirectory !== undefined && { webDirectory }),
    environment: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER_URL: provider.issuerUrl,
      OIDC_CLIENT_ID: OpenIdProvider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'the Lund clinic',
      ...environment,
    },
  });
  await community.listen(port);
  const close = async () => {
    await community.close();
    await provider.stop();
  };
  return { community, provider, close };
}

export const person = (overrides: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@lund.test`,
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Lund',
  name: 'Ana Lund',
  ...overrides,
});

type SignIn = { browser: Browser; visit: Visit; me: ApiResponse<CurrentUser> };

/** Opens a community with an OpenID provider before the tests of a file and closes it afterwards. */
export function setUpOpenIdSite() {
  let opened: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    opened = await openSite();
    await opened.provider.start();
    // Creates an admin, so that no later account becomes the first administrator.
    await opened.community.member({ role: 'admin' });
  });
  afterAll(() => opened.close());
  const site: Site = {
    get community() {
      return opened.community;
    },
    get provider() {
      return opened.provider;
    },
  };
  const currentUserOf = (browser: Browser, { community }: Site = site) =>
    community.visitor.call(getCurrentUser, {}, { cookie: browser.cookieFor(community.publicUrl) });
  return {
    site,
    currentUserOf,
    /** Signs in as this person, starting at a sign-in link and following all redirects. */
    signInAs: async (
      identity: Person,
      { at = site, browser = new Browser(), returnTo = '/posts' } = {},
    ): Promise<SignIn> => {
      at.provider.acceptNextSignIn(identity);
      const query = new URLSearchParams({ returnTo }).toString();
      const visit = await browser.visit(`${at.community.publicUrl}/api/login?${query}`);
      return { browser, visit, me: await currentUserOf(browser, at) };
    },
    /** Creates a member who joined before the provider was configured. */
    createLocalMember: async ({ emailVerified }: { emailVerified: boolean }): Promise<Member> => {
      const member = await site.community.member();
      await site.community.db.update(users).set({ emailVerified }).where(eq(users.id, member.id));
      return member;
    },
    /** Expects that the visit ended at the sign-in page with this error. */
    expectSignInError: ({ url }: Visit, error: unknown = expect.any(String)): void => {
      expect(url.origin).toBe(site.community.publicUrl);
      expect(url.pathname).toBe('/login');
      expect(url.searchParams.get('error')).toEqual(error);
    },
  };
}
