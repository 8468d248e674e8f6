import type { PostedForm } from '@commons/contract/plain-pages';
import { describe, expect, test } from 'vitest';
import { renderPlainPage } from './test-public-pages.ts';

const refused: PostedForm = { values: {}, errors: {}, failure: null, isDone: false };
const render = (path: string, posted?: Partial<PostedForm>, search = '') =>
  renderPlainPage({ path, search, ...(posted && { posted: { ...refused, ...posted } }) });

/** Returns the opening tag of a field and its description. Ignores templates, which are not part of the page. */
function fieldOf(page: string, name: string) {
  const html = page.replaceAll(/<template.*?<\/template>/gs, '');
  const tag = new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  const ids = /aria-describedby="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
  const texts = ids.map((id) => new RegExp(`id="${id}"[^>]*>(.*?)</p>`).exec(html)?.[1]?.replaceAll(/<[^>]+>/g, ''));
  return { tag, description: texts.join(' ') };
}

/** Returns the forms with these names on a page. */
const formsOf = (html: string, ...names: string[]): string[] =>
  names.map((name) => new RegExp(`<form[^>]* aria-label="${name}".*?</form>`, 's').exec(html)?.[0] ?? '');

describe('a page returned after a form submission', () => {
  test('shows the typed values and an error at each invalid field', async () => {
    const html = await render('/signup', {
      values: { firstName: '', lastName: 'Lund', email: 'ana', password: '', isAdult: 'on' },
      errors: { firstName: 'Please tell us your first name', password: 'Please use at least 10 characters' },
    });
    expect(fieldOf(html, 'firstName').tag).toContain('aria-invalid="true"');
    expect(fieldOf(html, 'firstName').description).toBe('Please tell us your first name');
    expect(fieldOf(html, 'password').description).toMatch(
      /^At least 10 characters\..* Please use at least 10 characters$/,
    );
    expect(fieldOf(html, 'lastName').tag).toContain('value="Lund"');
    expect(fieldOf(html, 'lastName').tag).not.toContain('aria-invalid=');
    expect(html.match(/ autofocus=""/gi)).toHaveLength(1);
    expect(fieldOf(html, 'firstName').tag).toMatch(/ autofocus=""/i);
    expect(fieldOf(html, 'isAdult').tag).toContain('checked');
    expect(fieldOf(html, 'setupCode').tag).toBe('');
    expect(html).toContain('<title>Please check: Create your account');
  });

  test('shows an error of the whole form above it', async () => {
    const failure = { code: 'auth.wrong_credentials', detail: 'Those two do not match.' };
    expect(await render('/login', { failure })).toMatch(/<form[^>]*><div role="alert"[^>]*>.*Those two do not match\./);
    expect(await render('/signup', { failure })).toMatch(/role="alert".*href="\/forgot-password"/);
    expect(await render('/waitlist', { failure: { code: 'waitlist.email_exists', detail: '' } })).toContain(
      'This email is already on our waitlist. Thank you for your interest!',
    );
    const invalidLink = { failure: { code: 'auth.reset_link_invalid', detail: '' } };
    expect(await render('/reset-password', invalidLink, '?token=used')).toContain('This link is no longer valid');
  });

  test('shows the setup code field if a code is required', async () => {
    expect(fieldOf(await render('/signup', { errors: { setupCode: 'Please enter it' } }), 'setupCode').tag).not.toBe(
      '',
    );
    expect(fieldOf(await render('/signup', { values: { setupCode: '' } }), 'setupCode').tag).not.toBe('');
  });

  test.for(['', '?token='])(
    'a reset link without a token (“%s”) offers a new one instead of the form',
    async (search) => {
      const html = await render('/reset-password', undefined, search);
      expect(html).toContain('This link is incomplete</h1>');
      expect(html).toMatch(/<main.*href="\/forgot-password"[^>]*>Request a new link<.*<\/main>/);
      expect(html).not.toContain('<form');
      expect(await render('/reset-password', undefined, '?token=abc')).toContain('name="newPassword"');
    },
  );

  test('keeps the return path', async () => {
    const html = await render('/login', { values: {} }, '?returnTo=%2Fsettings');
    expect(html).toContain('href="/signup?returnTo=%2Fsettings"');
  });

  test.for([
    ['/login', 'email'],
    ['/signup', 'lastName'],
    ['/forgot-password', 'email'],
    ['/waitlist', 'message'],
  ] as const)('%s escapes hostile text', async ([path, name]) => {
    const words = `"><script>alert(1)</script></textarea><img src=x onerror=alert(1)> & 'more'`;
    for (const posted of [
      { values: { [name]: words } },
      { errors: { [name]: words } },
      { failure: { code: 'a', detail: words } },
      { values: { email: words, firstName: words }, isDone: true },
    ]) {
      const html = await render(path, posted, `?returnTo=${words}`);
      expect(html).not.toMatch(/<script>alert|<img src=x|onerror=alert\(1\)>/);
    }
    expect(await render(path, { values: { [name]: words } })).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('the book form, on a page with the waitlist form', () => {
  test('posts to its own page and starts empty', async () => {
    const [book = '', waitlist = ''] = formsOf(await render('/dmtools'), 'Book notifications', 'Waitlist');
    expect(book).toMatch(/<form[^>]* action="\/dmtools#book"/);
    expect(waitlist).toContain('action="/waitlist#join"');
  });

  test('shows its values and errors, and the other form does not', async () => {
    const html = await render('/dmtools', {
      values: { firstName: 'Ana', lastName: '', email: 'ana' },
      errors: { lastName: 'Please tell us your last name', email: 'Please enter a valid email address' },
    });
    const [book = '', waitlist = ''] = formsOf(html, 'Book notifications', 'Waitlist');
    expect(fieldOf(book, 'firstName').tag).toContain('value="Ana"');
    expect(fieldOf(book, 'lastName').description).toBe('Please tell us your last name');
    expect(fieldOf(book, 'email').description).toBe('Please enter a valid email address');
    expect(waitlist).not.toMatch(/value="Ana"|Please tell us/);
  });

  test('reports a duplicate email, and thanks by name', async () => {
    const failure = { code: 'book_notifications.email_exists', detail: '' };
    const [book = '', waitlist = ''] = formsOf(await render('/dmtools', { failure }), 'Book notifications', 'Waitlist');
    expect(book).toMatch(/^<form[^>]*><div role="alert".*This email is already registered for book notifications\./);
    expect(waitlist).not.toMatch(/^<form[^>]*><div role="alert"/);
    const thanks = await render('/dmtools', { values: { firstName: 'Ana' }, isDone: true });
    expect(thanks).toContain('Thank you, Ana');
    expect(formsOf(thanks, 'Book notifications', 'Waitlist')).toEqual(['', expect.stringContaining('<form')]);
  });
});

describe('a form after success', () => {
  test.for([
    ['/forgot-password', { email: 'ana@mail.test' }, 'If there is an account for ana@mail.test, a link is on its way.'],
    ['/reset-password', {}, 'To be safe, we signed you out everywhere.'],
    ['/waitlist', { firstName: 'Ana' }, 'Thank you, Ana'],
  ] as const)('%s confirms the success', async ([path, values, words]) => {
    const html = await render(path, { values, isDone: true });
    expect(html).toContain(words);
    expect(html).not.toContain('<form');
    expect(html).not.toContain('<title>Please check');
  });
});

test('with an external provider, the page links to it and has no form', async () => {
  for (const path of ['/login', '/signup']) {
    const signInOptions = {
      provider: 'oidc',
      providerName: 'the <Lund> clinic',
      needsSetupCode: false,
      signUp: 'open',
    } as const;
    const html = await renderPlainPage({ path, search: '?returnTo=/settings', signInOptions });
    expect(html).toMatch(/<a href="\/api\/login\?returnTo=%2Fsettings"[^>]*>Continue with the &lt;Lund&gt; clinic/);
    expect(html).not.toContain('<form');
  }
});

describe('a visitor’s home page', () => {
  const home = { path: '/', search: '' };

  test('folds the waitlist with open sign-up only; the page `/waitlist` never does', async () => {
    const folded = /<details(?! open).*<form.*<\/details>/s;
    expect(await renderPlainPage(home, { signUp: 'open' })).toMatch(folded);
    expect(await renderPlainPage(home, { signUp: 'invited' })).not.toContain('<details');
    expect(await render('/waitlist')).not.toContain('<details');
  });

  test('shows the number of members', async () => {
    expect(await renderPlainPage(home, { memberCount: 1_214 })).toContain('1,214 people are here already.');
    expect(await renderPlainPage(home)).not.toContain('people are here');
  });
});

describe('sign-up by invitation', () => {
  test('the sign-up page links to the waitlist and has no form', async () => {
    const signInOptions = {
      provider: 'embedded',
      providerName: null,
      needsSetupCode: false,
      signUp: 'invited',
    } as const;
    const html = await renderPlainPage({ path: '/signup', search: '', signInOptions });
    expect(html).toContain('<h1 class="text-2xl">Members join by invitation</h1>');
    expect(html).toMatch(/<main.*href="\/waitlist"[^>]*>Join the waitlist<.*<\/main>/);
    expect(html).not.toContain('<form');
  });

  const invitedOnly = { provider: 'embedded', providerName: null, needsSetupCode: false, signUp: 'invited' } as const;
  const invited = { firstName: 'Wren', lastName: 'O’Lund', email: 'wren@mail.test' };
  const search = '?invitation=abc';

  test('an invitation opens the form with the invited name and email', async () => {
    const html = await renderPlainPage({ path: '/signup', search, signInOptions: invitedOnly, invited });
    expect(html).toContain('Welcome, Wren</h1>');
    // Posted to the page's own URL, which contains the invitation.
    expect(html).toMatch(/<form(?![^>]* action)[^>]* method="post"/);
    for (const [name, value] of Object.entries(invited)) expect(fieldOf(html, name).tag).toContain(`value="${value}"`);
  });

  test('with an external provider it names the account to use', async () => {
    const signInOptions = { ...invitedOnly, provider: 'oidc', providerName: 'the clinic' } as const;
    const html = await renderPlainPage({ path: '/signup', search, signInOptions, invited });
    expect(html).toMatch(/wren@mail\.test<\/strong>\. Please continue with the account/);
    expect(html).toContain('href="/api/login?');
    expect(html).not.toContain('<form');
  });

  test('an expired invitation is reported, with the next step', async () => {
    const html = await renderPlainPage({ path: '/signup', search, signInOptions: invitedOnly, invited: null });
    expect(html).toContain('This invitation is no longer valid</h1>');
    expect(html).not.toContain('<form');
  });

  test('a form sent anyway shows the reason for the refusal, and a link', async () => {
    const html = await render('/signup', { failure: { code: 'auth.invitation_required', detail: '' } });
    expect(html).toMatch(/role="alert".*Members join this community by invitation\..*href="\/waitlist"/);
  });
});

const bannerOf = (html: string) => /<aside aria-label="App".*?<\/aside>/s.exec(html)?.[0];

test('the link to the app leads to the configured store, or to the page about the installation', async () => {
  expect(bannerOf(await render('/dmtools'))).toContain('href="/install"');
  const appStoreUrl = 'https://apps.test/?id=1&"$&';
  expect(bannerOf(await renderPlainPage({ path: '/dmtools', search: '' }, { appStoreUrl }))).toContain(
    'href="https://apps.test/?id=1&amp;&quot;$&amp;"',
  );
});
