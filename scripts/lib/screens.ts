// The screens for `npm run screenshots`. They are taken empty and with content.
import { expect, type Page } from '@playwright/test';
import {
  adminScreens as adminPaths,
  gatedScreens,
  missingPath,
  publicScreens,
  settingsScreens,
} from '../../e2e/support/screens.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the screen into the state for the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const nameOf = (screenPath: string) => screenPath.replaceAll('/', '-').replace(/^-/, '') || 'home';

export async function openMenu(page: Page, button: RegExp) {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('menu').waitFor();
}

export const visitorScreens: readonly Screen[] = [
  ...publicScreens,
  ...gatedScreens,
  '/not-connected.html',
  missingPath,
].map((screenPath) => ({
  name: `visitor-${nameOf(screenPath)}`,
  path: screenPath,
}));

/** The form for concerns after it was sent. */
const concernSentScreen: Screen = {
  name: 'concern-sent',
  path: '/report-a-concern',
  prepare: async (page) => {
    await page.getByLabel('What happened').fill('A post tells people how to sell tablets.');
    await page.getByRole('button', { name: 'Send to the moderators' }).click();
    await page.getByRole('heading', { name: 'Thank you for telling us' }).waitFor();
  },
};

/** The waitlist form of a visitor's `/`, unfolded and sent. */
export const joiningScreens: readonly Screen[] = [
  concernSentScreen,
  { name: 'joining', path: '/', prepare: unfoldWaitlist },
  {
    name: 'joined',
    path: '/',
    prepare: async (page) => {
      await unfoldWaitlist(page);
      const form = page.getByRole('form', { name: 'Waitlist' });
      await form.getByLabel('First name').fill('Wren');
      await form.getByLabel('Last name').fill('Hollis');
      await form.getByLabel('Email').fill(`wren-${Date.now()}@mail.test`);
      await form.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { name: 'Thank you, Wren' }).waitFor();
    },
  },
];

async function unfoldWaitlist(page: Page) {
  await page.locator('html[data-ready]').waitFor();
  await page.getByText('Prefer an invitation?').click();
}

/** Screens of members and admins. An admin opens them without an access code. */
export const adminScreens: readonly Screen[] = [...gatedScreens, ...adminPaths].map((screenPath) => ({
  name: nameOf(screenPath),
  path: screenPath,
  // Placeholders of lists are not busy.
  prepare: (page) => page.locator('main .animate-breathe').first().waitFor({ state: 'detached' }),
}));

/** A dialog opened by its button. */
const dialogOf = (name: string, screenPath: string, button: string | RegExp): Screen => ({
  name,
  path: screenPath,
  prepare: async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  },
});

/** The screen that asks for consent. The server's response is changed, so that the member keeps their consent. */
const consentScreen = (state: 'missing' | 'outdated' | 'withdrawn'): Screen => ({
  name: `consent-${state}`,
  path: '/settings/privacy',
  prepare: async (page) => {
    await page.route('**/api/account/consent', async (route) => {
      const viewer = (await (await page.request.get(new URL('/api/auth/user', page.url()).href)).json()) as {
        consent: object;
      };
      const acceptedAt = state === 'missing' ? null : '2026-03-01T09:00:00.000Z';
      await route.fulfill({ json: { ...viewer, consent: { guidelinesVersion: 1, state, acceptedAt } } });
    });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Accept the guidelines' }).waitFor();
  },
});

export const memberScreens: readonly Screen[] = [
  ...[
    '/',
    '/profile',
    '/connections',
    '/notifications',
    '/settings',
    ...settingsScreens,
    '/messages',
    '/gratitude-wall',
    '/wellness-wins',
    '/leaderboard',
    '/points',
    '/meditations',
    '/journal-prompts',
    '/journal',
    '/books',
    '/podcasts',
    '/events',
    '/reports',
    '/decisions',
    '/unanswered',
    ...['/welcome', '/welcome?step=2', '/welcome?step=3', '/welcome?step=4'],
  ].map((screenPath) => ({
    name: screenPath === '/' ? 'feed' : nameOf(screenPath),
    path: screenPath,
  })),
  dialogOf('edit-profile', '/profile', 'Edit profile'),
  ...(['missing', 'outdated', 'withdrawn'] as const).map(consentScreen),
  {
    name: 'composer',
    path: '/',
    prepare: async (page) => page.getByRole('main').getByRole('textbox').first().focus(),
  },
  {
    name: 'author-support',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().fill('I smile all day and I want to die');
      await page.getByRole('complementary', { name: 'We are glad you are here' }).waitFor();
    },
  },
  {
    name: 'content-warning',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().focus();
      await page.getByRole('button', { name: 'Content warning', exact: true }).click();
      await page.getByLabel('Content warning', { exact: true }).waitFor();
    },
  },
  {
    name: 'composer-poll',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().fill('What helps you fall asleep?');
      await page.getByRole('button', { name: 'Poll', exact: true }).click();
      await page.getByLabel('Option 1', { exact: true }).fill('A warm bath');
    },
  },
  {
    name: 'composer-photo',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().fill('The tide this morning.');
      await page.getByLabel('Picture files').setInputFiles('content/meditations/with-the-tide.webp');
      await page.getByText('Uploading picture').waitFor({ state: 'detached' });
    },
  },
  dialogOf('share-win', '/wellness-wins', 'Share a Win'),
  {
    name: 'recommend-book',
    path: '/books?from=members',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Recommend a Book' }).click();
      await page.getByLabel('Title').waitFor();
    },
  },
  ...['books', 'podcasts', 'journal-prompts'].map((list) => ({
    name: `members-${list}`,
    path: `/${list}?from=members`,
  })),
  dialogOf('add-gratitude', '/gratitude-wall', 'Add Gratitude'),
  {
    name: 'gratitude-list',
    path: '/gratitude-wall',
    prepare: (page) => page.getByRole('button', { name: 'List', exact: true }).click(),
  },
  { name: 'connection-requests', path: '/connections?tab=incoming' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=morning' },
  { name: 'search-nothing', path: '/search?q=zzqx' },
  {
    name: 'command-palette',
    path: '/',
    prepare: async (page) => {
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(palette).toBeVisible({ timeout: 500 });
      }).toPass();
      await palette.getByRole('combobox').fill('me');
      await palette.getByRole('option', { name: /^All results/ }).waitFor();
    },
  },
  {
    name: 'gratitude-board',
    path: '/gratitude-wall',
    prepare: (page) => page.getByRole('button', { name: 'Wall', exact: true }).click(),
  },
  { name: 'events-past', path: '/events?when=past' },
  { name: 'leaderboard-week', path: '/leaderboard?period=week' },
  { name: 'avatar-menu', path: '/', prepare: (page) => openMenu(page, /^Your menu/) },
];

/** A question before something is deleted. */
export const questionScreens: readonly Screen[] = [
  {
    name: 'delete-question',
    path: '/profile',
    prepare: async (page) => {
      await openMenu(page, /^Post options/);
      await page.getByRole('menuitem', { name: 'Delete Post' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

/** Dialogs for admins that add content. */
export const addDialogs: readonly Screen[] = [
  dialogOf('add-meditation', '/meditations', 'Add Meditation'),
  {
    name: 'add-meditation-elsewhere',
    path: '/meditations',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Meditation' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Use an external URL').first().check();
      await dialog.getByLabel('Upload a picture').check();
      await dialog.getByLabel('Cover picture').setInputFiles('content/meditations/with-the-tide.webp');
      await dialog.getByText('square works best').scrollIntoViewIfNeeded();
    },
  },
  dialogOf('add-prompt', '/journal-prompts', 'Add Prompt'),
  dialogOf('add-category', '/journal-prompts', 'Add Category'),
  dialogOf('add-book', '/books', 'Add Book'),
  dialogOf('create-event', '/events', 'Create Event'),
  dialogOf('create-token', '/admin/api-tokens', 'Create token'),
  dialogOf('add-webhook', '/admin/webhooks', 'Add webhook'),
];

/** Screens of admins that manage content: menus, form errors and an import. */
export const curationScreens: readonly Screen[] = [
  ...['/journal-prompts', '/books', '/podcasts', '/events'].map((screenPath) => ({
    name: `curated-${nameOf(screenPath)}`,
    path: screenPath,
  })),
  {
    name: 'edit-event',
    path: '/events',
    prepare: async (page) => {
      await openMenu(page, /^Event options/);
      await page.getByRole('menuitem', { name: 'Edit Event' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'settings-edited',
    path: '/admin/settings/identity',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('The Society of Quiet Gardens and Meadows');
      await page.getByLabel('Accent color', { exact: true }).fill('#f2c230');
    },
  },
  {
    name: 'settings-pictures',
    path: '/admin/settings/identity',
    prepare: async (page) => {
      await page.getByLabel('Logo file').setInputFiles('content/meditations/with-the-tide.webp');
      await page.getByLabel('Icon file').setInputFiles('content/meditations/with-the-tide.webp');
      await page.getByText('Round home screen').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'new-token',
    path: '/admin/api-tokens',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create token' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Screenshots');
      await dialog.getByLabel('Events and attendees').check();
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.getByRole('button', { name: 'Copy' }).waitFor();
    },
  },
  {
    name: 'webhook-log',
    path: '/admin/webhooks',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Team chat' }).click();
      await page.getByRole('button', { name: 'Details' }).first().click();
    },
  },
  {
    name: 'calendar-address',
    path: '/events',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'In my calendar' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^(Make my|New) address$/ }).click();
      await dialog.getByRole('link', { name: 'Open in my calendar' }).waitFor();
    },
  },
  {
    name: 'admin-mails-tested',
    path: '/admin/mails',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send a Test Email' }).click();
      await page.getByText('The email was stored, not sent').waitFor();
    },
  },
  { name: 'admin-mails-computer', path: '/admin/mails/preview?mail=decision&view=computer&dark=' },
  { name: 'admin-mails-text', path: '/admin/mails/preview?mail=decision&view=text' },
  { name: 'admin-menu', path: '/admin', prepare: (page) => openMenu(page, /^Member options/) },
  {
    name: 'refused-podcast',
    path: '/podcasts',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Podcast' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('A podcast without a place');
      await dialog.getByLabel('Upload a picture').check();
      await dialog.getByLabel('Podcast Link').fill('nowhere');
      await dialog.getByRole('button', { name: 'Add Podcast' }).click();
      await dialog.getByText('Please choose a picture').waitFor();
      await dialog.getByText('Please enter a web address').waitFor();
    },
  },
  {
    name: 'import-books',
    path: '/books',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Import or export' }).click();
      const rows = [',,Nobody,,,', ',Script,,,,javascript:alert(1)', ',Short,,', 'no-id,Odd,,,,'];
      const csv = ['id,title,author,description,imageUrl,buyLink', ...rows, ''].join('\n');
      const buffer = Buffer.from(csv);
      await page.getByLabel('CSV file to import').setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer });
      await page.getByText(/^\d+ problems$/).waitFor();
    },
  },
];

export async function startPlaying(page: Page) {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('slider', { name: 'Position' }).press('PageUp');
  await page.locator('button[aria-label=Pause][aria-busy=false]').waitFor();
}
