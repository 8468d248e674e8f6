import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

const web = (file: string): string => path.join(import.meta.dirname, file);
const contract = (file: string): string => path.join(import.meta.dirname, '../../../packages/contract/src', file);
const server = (file: string): string => path.join(import.meta.dirname, '../../server/src', file);

/**
 * Exact texts of the specification's sections 2 to 6 and 9, and of the decisions beside it, with the file that contains
 * each. `{}` stands for an expression in a template. The toasts of section 8 are in `error-catalogue.test.ts`.
 */
const textsOf: Record<string, readonly string[]> = {
  [web('shell/navigation.ts')]: [
    'Community Feed',
    'Meditations',
    'Journal Prompts',
    'Books',
    'Podcasts',
    'Events',
    'Messages',
    'Gratitude Wall',
    'Wellness Wins',
    'Leaderboard',
    'Home',
    'Gratitude',
    'Wellness',
    'Profile',
  ],
  [web('shell/member-header.tsx')]: ['Resources', 'Profile', 'Sign Out', 'Mental Health Advocate', 'Anonymous User'],
  [web('shell/search-box.tsx')]: ['Search community...'],
  [web('features/community/community-impact.tsx')]: [
    'Community Impact',
    'Active Members',
    'Daily Check-ins',
    'Support Given',
  ],
  [web('features/connections/suggested-connections.tsx')]: ['Suggested Connections', 'No suggestions available'],
  [web('features/connections/connect-button.tsx')]: ['Connect', 'Requested', 'Connected'],
  [web('shell/right-sidebar.tsx')]: [
    'Helpful Resources',
    'Crisis Hotline',
    '24/7 Support Available',
    'Self-Help Library',
    'Articles & Guides',
  ],
  [web('features/feed/post-composer.tsx')]: ['Share your thoughts with the community...', 'Share', 'Sharing...'],
  [web('features/feed/composer-tools.tsx')]: ['Photo', 'Poll', 'Event'],
  [web('features/feed/feed-screen.tsx')]: [
    'Welcome to The {}',
    'Be the first to share something with the community. Your voice matters here.',
  ],
  [web('features/feed/post-card.tsx')]: ['Community Member', 'Awaiting review', 'edited'],
  [web('features/contributions/comments.tsx')]: ['Write a comment...'],
  // "Edit Post" and "Delete Post": the noun comes from the menu of a post.
  [web('ui/options-menu.tsx')]: ['Edit', 'Delete'],
  [web('ui/confirm.tsx')]: ['Delete {}', 'Are you sure you want to delete this {}? {}'],
  [web('features/feed/post-menu.tsx')]: ['Post'],
  [web('features/contributions/text-editor.tsx')]: ['Save', 'Cancel'],
  [web('features/members/profile-screen.tsx')]: [
    'Admin Panel',
    'Edit Profile',
    'No posts yet',
    'Start sharing your thoughts with the community!',
  ],
  [web('features/members/members.texts.ts')]: ['Connections'],
  [web('features/members/profile-cards.tsx')]: [
    'Mindfulness Journey',
    'Mindfulness Points',
    'Meditation Minutes',
    'Completed Meditations',
    'Personal Information',
    'Favorite Quote',
    'Three Things About Me',
    'Social Media',
  ],
  [web('features/messages/conversation-list.tsx')]: ['No conversations yet', 'Start a conversation', 'Message removed'],
  [web('features/messages/messages-screen.tsx')]: ['Select a conversation', 'Choose someone to start messaging'],
  [web('features/messages/new-chat.tsx')]: ['No suggestions available'],
  [web('features/messages/conversation-panel.tsx')]: ['Start New Chat'],
  [web('features/meditations/meditations-screen.tsx')]: [
    'Add Meditation',
    'No meditations yet',
    'Check back soon for guided meditation sessions.',
  ],
  [web('features/meditations/meditation-card.tsx')]: ['Play'],
  [web('features/meditations/meditation-screen.tsx')]: ['Back to Meditations'],
  [web('features/meditations/meditation-dialog.tsx')]: ['MP3, WAV, OGG, M4A, AAC (max 50MB)', 'square works best'],
  [web('ui/picture-choice.tsx')]: ['JPG, PNG, WebP (max 10MB)'],
  [web('features/journal/categories.tsx')]: ['All Categories'],
  [web('features/journal/prompts-screen.tsx')]: [
    'No prompts found',
    'No prompts in this category yet.',
    'No journal prompts available yet.',
  ],
  [web('features/library/shelves.ts')]: [
    'No books yet',
    'Check back soon for curated book recommendations.',
    'Buy Link',
    'Buy',
    'Listen',
  ],
  // "Add Book" and "Add Podcast".
  [web('ui/contract-form.tsx')]: ['Add {}'],
  [web('features/library/item-card.tsx')]: ['by'],
  [web('features/recommendations/recommendations.texts.ts')]: ['Recommend a Book'],
  [web('features/events/events-screen.tsx')]: ['Create Event'],
  [web('features/admin/admin-screen.tsx')]: ['Total Users', 'Admins', 'Managers', 'Flagged Users'],
  [web('features/admin/user-table.tsx')]: ['User', 'Email', 'Role', 'Last Login', 'Status', 'Actions'],
  [web('features/admin/admin-page.tsx')]: ['Access Denied', 'Admin access required for this page.'],
  [web('features/gratitude/wall-screen.tsx')]: ['Add Gratitude'],
  [web('features/wins/wins-screen.tsx')]: ['All Wins', 'Share a Win'],
  [contract('wins.ts')]: [
    'Mental Health',
    'Physical Health',
    'Spiritual',
    'Relationships',
    'Personal Growth',
    'Mindfulness',
    'Other',
  ],
  [web('features/points/standing-card.tsx')]: ['Keep Going'],
  [web('features/points/earning-card.tsx')]: ['How to Earn Points'],
  [web('features/waitlist/waitlist-admin-screen.tsx')]: ['Retry', 'Invalid access code'],
  [web('features/waitlist/waitlist-entries.tsx')]: [
    'Export CSV',
    'Logout',
    'ID',
    'First Name',
    'Last Name',
    'Email',
    'Message',
    'Date Joined',
  ],
  [web('features/book-notifications/book-admin-screen.tsx')]: [
    'Export CSV',
    'ID',
    'Email',
    'First Name',
    'Last Name',
    'Created At',
    'Invalid Access Code',
    'Please enter a valid access code',
  ],
  [web('features/gates/two-step-delete.tsx')]: ['Delete', 'Confirm', 'Cancel'],
  [web('shell/not-found-screen.tsx')]: ['404 Page Not Found'],
  [server('community/members/members.queries.ts')]: ['Anonymous'],
};

/** Texts that must be part of a longer one: clients of the API look for them in the `detail` of a 409. */
const partsOf: Record<string, readonly string[]> = {
  [contract('waitlist.ts')]: ['This email already exists'],
  [contract('book-notifications.ts')]: ['already registered'],
};

/** Returns the string literals, templates and JSX texts of a file, each with single spaces. */
async function readTexts(file: string): Promise<string[]> {
  const texts: string[] = [];
  const add = (text: string): void => void texts.push(text.replaceAll(/\s+/g, ' ').replaceAll('&amp;', '&').trim());
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value);
    },
    JSXText: ({ value }) => add(value),
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '').join('{}')),
  }).visit(parseSync(path.basename(file), await readFile(file, 'utf8')).program);
  return texts;
}

const rows = (table: Record<string, readonly string[]>): [text: string, name: string, file: string][] =>
  Object.entries(table).flatMap(([file, texts]) =>
    texts.map((text): [string, string, string] => [text, path.basename(file), file]),
  );

describe('the exact texts of the specification', () => {
  test.for(rows(textsOf))('“%s” is a text of %s', async ([text, , file]) => {
    expect(await readTexts(file)).toContain(text);
  });

  test.for(rows(partsOf))('“%s” is part of a text of %s', async ([text, , file]) => {
    expect((await readTexts(file)).some((whole) => whole.includes(text))).toBe(true);
  });
});
