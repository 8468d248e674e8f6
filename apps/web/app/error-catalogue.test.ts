import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { beforeAll, expect, test } from 'vitest';

/** The exact texts of section 8 of the specification. */
const texts = [
  'Unauthorized',
  'You are logged out. Logging in again...',
  'Error',
  'Failed to create post. Please try again.',
  'Failed to update like',
  'Failed to post comment',
  'Failed to update post',
  'Failed to delete post',
  'Failed to send message',
  'Failed to update profile. Please try again.',
  'Failed to add meditation. Please try again.',
  'Failed to add recommendation. Please try again.',
  'Failed to add prompt. Please try again.',
  'Failed to add category. Please try again.',
  'Failed to add book. Please try again.',
  'Failed to add podcast. Please try again.',
  'Failed to create event. Please try again.',
  'Failed to update role. Please try again.',
  'Failed to update flag status. Please try again.',
  'Failed to post gratitude. Please try again.',
  'Failed to share wellness win. Please try again.',
  'Already Registered',
  'This email is already on our waitlist. Thank you for your interest!',
  'Something went wrong. Please try again.',
  'This email is already registered for book notifications.',
  'Failed to fetch book notifications.',
  'Failed to delete book notification entry.',
  'Error loading waitlist data',
  'Failed to delete waitlist entry.',
  'Access Denied',
  'Admin access required for this page.',
  '404 Page Not Found',
  'Missing Information',
  'Please fill in all required fields',
  'Invalid Email',
  'Please enter a valid email address',
  'Success',
  'Your post has been shared with the community',
  'Post updated',
  'Post deleted',
  'Profile updated',
  'Comment added',
  'Recommendation added',
  'Points Earned!',
  'You earned 3 mindfulness points for listening to this meditation.',
  'Meditation Added!',
  'Members can listen to it now. +5 mindfulness points!',
  'Prompt Added!',
  'Category Added!',
  'Book Added!',
  'Podcast Added!',
  'Event created',
  'Role updated',
  'User flag updated',
  'Gratitude Posted! (+1 mindfulness point)',
  'Wellness Win Shared! (+1 mindfulness point)',
  'Waitlist entry deleted successfully',
  'Book notification entry deleted successfully',
];

/** Values of expressions in templates that produce such texts. */
const places: Record<string, string[]> = {
  noun: ['Book', 'Podcast'],
  'noun.toLowerCase()': ['book', 'podcast'],
  points: ['3'],
  nouns: ['points'],
  pointText: ['+1 mindfulness point'],
};

const said = new Set<string>();

/** Returns all texts that a template can produce. None if an expression is not listed above. */
const filledIn = (parts: readonly string[], expressions: readonly string[]): string[] =>
  expressions.reduce<string[]>(
    (beginnings, expression, index) =>
      beginnings.flatMap((beginning) =>
        (places[expression] ?? []).map((words) => `${beginning}${words}${parts[index + 1] ?? ''}`),
      ),
    [parts[0] ?? ''],
  );

beforeAll(async () => {
  for await (const name of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (/\.test\./.test(name)) continue;
    const source = await readFile(path.join(import.meta.dirname, name), 'utf8');
    new Visitor({
      Literal: ({ value }) => typeof value === 'string' && said.add(value),
      JSXText: ({ value }) => said.add(value.trim()),
      TemplateLiteral({ quasis, expressions }) {
        const parts = quasis.map(({ value }) => value.cooked ?? '');
        for (const text of filledIn(
          parts,
          expressions.map(({ start, end }) => source.slice(start, end)),
        ))
          said.add(text);
      },
    }).visit(parseSync(name, source).program);
  }
});

test.for(texts)('the web app contains the exact text “%s”', (text) => {
  expect(said).toContain(text);
});
