import { connectionCalls } from '@commons/contract/connections/calls';
import { feedCalls } from '@commons/contract/feed/calls';
import type { Post } from '@commons/contract/feed/schemas';
import { profileCalls } from '@commons/contract/profiles/calls';
import type { Profile, Settings } from '@commons/contract/profiles/schemas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, problem, reply } from '../../../test/api.ts';
import { postOf } from '../../../test/posts.ts';
import { button, dialog, expectFocus, focus, renderScreen, tom, viewer } from '../../../test/screen.tsx';
import ProfileScreen from './profile-screen.tsx';

const newcomer: Profile = {
  ...viewer,
  ...tom,
  email: null,
  mindfulnessScore: 0,
  postsCount: 0,
  connectionsCount: 0,
  connection: 'none',
  isMuted: false,
};
const settings: Settings = {
  emailAudience: 'nobody',
  locationAudience: 'members',
  socialsAudience: 'members',
  messagesFrom: 'members',
  sendsReadReceipts: true,
  showsPresence: true,
  showsOnLeaderboard: true,
  theme: 'system',
  motion: 'system',
  textSize: 100,
};
const journey = () => page.getByRole('region', { name: 'Mindfulness Journey' });
const posts = () => page.getByRole('region', { name: 'Posts', exact: true });
const region = (name: string) => page.getByRole('region', { name });

const widthOf = (name: string) => region(name).element().getBoundingClientRect().width;
const topsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().top);

const renderProfile = (memberPosts: Post[], path = '/profile', member = viewer) => {
  reply(feedCalls.listPosts, memberPosts);
  reply(connectionCalls.listConnectionRequests, []);
  reply(profileCalls.getSettings, settings);
  return renderScreen(<ProfileScreen />, { path, pattern: '/profile/:id?', member });
};

test('a profile has a title while it loads and when it fails to load', async () => {
  const finish = holdReply(profileCalls.getProfile);
  await renderProfile([], `/profile/${tom.id}`);
  await expect.poll(() => document.title).toMatch(/^Profile · /);
  finish(problem(500));
  await expect.element(button('Try again')).toBeVisible();
  expect(document.title).toMatch(/^Profile · /);
});

test('another member’s profile hides empty sections and zero counts', async () => {
  reply(profileCalls.getProfile, newcomer);
  const { leave } = await renderProfile([], `/profile/${tom.id}`);
  await expect.element(page.getByText('No posts yet')).toBeVisible();
  await expect.element(journey()).not.toBeInTheDocument();
  await expect.element(page.getByText(/\b0\b/)).not.toBeInTheDocument();
  await expect.element(button(/^Tell us a little about yourself/)).not.toBeInTheDocument();
  // Header and posts have the same width.
  expect(widthOf('About')).toBe(widthOf('Posts'));
  await leave();

  reply(profileCalls.getProfile, { ...newcomer, postsCount: 1, mindfulnessScore: 1 });
  await renderProfile([postOf('First words.')], `/profile/${tom.id}`);
  await expect.element(journey()).toMatchTextContent('Mindfulness Points1');
  await expect.element(journey()).not.toMatchTextContent('Meditation');
  await expect.element(page.getByRole('link', { name: '1 Post' })).toBeVisible();
  const [label, number] = ['Mindfulness Points', '1'].map((text) =>
    journey().getByText(text, { exact: true }).element().getBoundingClientRect(),
  );
  expect(label!.left - number!.right, 'the number is next to its label').toBeLessThan(24);
});

test('empty profile sections are replaced by one link to the editor until all are filled in', async () => {
  const { leave } = await renderProfile([]);
  const invitation = button(/^Tell us a little about yourself/);
  await expect.element(invitation).toBeVisible();
  await expect.element(region('About')).toMatchTextContent('Only you see this');
  for (const name of ['Personal Information', 'Favorite Quote', 'Three Things About Me', 'Social Media'])
    await expect.element(region(name)).not.toBeInTheDocument();
  await leave();

  const details = {
    ...{ location: 'Göteborg', favoriteBook: 'Momo', favoriteHobby: 'Mending', currentGoal: 'Sleep before midnight' },
    ...{ favoriteQuote: 'Begin anywhere.', threeInterestingThings: 'One\nTwo\nThree' },
  };
  await renderProfile([], '/profile', { ...viewer, ...details });
  await expect.element(region('Favorite Quote')).toBeVisible();
  await focus(invitation);
  await userEvent.keyboard('{Enter}');
  await expectFocus(dialog().getByLabelText('First name'));
  await dialog().getByLabelText('Bio').fill('Two lines.');
  reply(profileCalls.updateProfile, { ...viewer, ...details, bio: 'Two lines.' });
  await button('Save', dialog()).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(invitation).not.toBeInTheDocument();
  await expectFocus(page.getByRole('main'));
});

test('on a phone posts come before the points summary, on a desktop they are side by side', async () => {
  await page.viewport(375, 800);
  await renderProfile(['One.', 'Two.', 'Three.', 'Four.'].map((text) => postOf(text)));
  for (const width of [375, 768]) {
    await page.viewport(width, 800);
    await expect.element(posts().getByRole('region', { name: 'Mindfulness Journey' })).toBeVisible();
    const [journeyTop] = topsOf('#journey-title');
    expect(topsOf('article').map((top) => top < journeyTop!)).toEqual([true, true, true, false]);
  }
  await page.viewport(1280, 800);
  await expect.element(posts().getByRole('region', { name: 'Mindfulness Journey' })).not.toBeInTheDocument();
  const post = document.querySelector('article')!.getBoundingClientRect();
  expect(journey().element().getBoundingClientRect().left).toBeGreaterThan(post.right);
});
