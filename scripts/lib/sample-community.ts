import type { CommunityEvent, EventInput } from '@commons/contract/events';
import type { Meditation } from '@commons/contract/meditations';
import type { RecommendationInput } from '@commons/contract/recommendations';
import type { WinInput } from '@commons/contract/wins';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { createLogger } from '../../apps/server/src/platform/observability/logging.ts';
import type { CommunityServer } from '../../e2e/support/community-server.ts';
import { addEvent, answerEvent } from '../../e2e/support/events.ts';
import { addTone, type Tone } from '../../e2e/support/meditations.ts';
import { aPerson, Member } from '../../e2e/support/member.ts';
import { connect, idOf, request } from '../../e2e/support/members.ts';
import { write } from '../../e2e/support/messages.ts';
import { givePoints } from '../../e2e/support/points.ts';

const people = ['Amara Lindqvist', 'Tomás Brennan', 'Hana Okafor', 'Jules Marchetti', 'Priya Sandoval'] as const;
type Name = (typeof people)[number];
export type SampleCommunity = Record<Name, Member>;

interface SamplePost {
  readonly by: Name;
  readonly minutesAgo: number;
  readonly text: string;
  readonly likedBy: readonly Name[];
  readonly comments: readonly (readonly [Name, string])[];
}

/** Oldest first. */
export const samplePosts: readonly SamplePost[] = [
  {
    by: 'Jules Marchetti',
    minutesAgo: 26 * 60,
    text: 'Planted garlic with my father. Neither of us said much. It was one of the better conversations this year.',
    likedBy: ['Amara Lindqvist', 'Tomás Brennan', 'Hana Okafor', 'Priya Sandoval'],
    comments: [],
  },
  {
    by: 'Priya Sandoval',
    minutesAgo: 190,
    text: 'Small thing that helps me before a hard call: I write the first sentence on paper. Once it is out, the rest usually follows. What is your small thing?',
    likedBy: ['Amara Lindqvist', 'Tomás Brennan', 'Jules Marchetti'],
    comments: [
      ['Hana Okafor', 'Shoes off, both feet on the floor.'],
      ['Tomás Brennan', 'I make tea and let it go cold. The making is the point.'],
    ],
  },
  {
    by: 'Tomás Brennan',
    minutesAgo: 47,
    text: 'Three weeks of going to bed with the phone in the kitchen.\n\nThe first nights were long. Now there is a book with a bus ticket in it, and I am on page 112.',
    likedBy: ['Amara Lindqvist', 'Hana Okafor', 'Jules Marchetti', 'Priya Sandoval'],
    comments: [['Amara Lindqvist', 'Page 112! Which book?']],
  },
  {
    by: 'Hana Okafor',
    minutesAgo: 8,
    text: 'Good morning, everyone. Frost on the bridge, and a stranger said “careful, it is slippery” as if we had known each other for years. I have been carrying that around all day.',
    likedBy: ['Amara Lindqvist', 'Jules Marchetti', 'Priya Sandoval'],
    comments: [['Priya Sandoval', 'Careful strangers are my favourite people.']],
  },
];

/** Made-up members who have written, answered, liked and connected: Amara is the one who looks around. */
export async function fillSampleCommunity(server: CommunityServer): Promise<SampleCommunity> {
  const members: Partial<SampleCommunity> = {};
  for (const name of people)
    members[name] = await Member.join(server, aPerson(...(name.split(' ') as [string, string])));
  const community = members as SampleCommunity;
  const db = openDatabase(await server.databaseUrl(), 2, createLogger('silent'));
  for (const { by, minutesAgo, text, likedBy, comments } of samplePosts) {
    const { id } = await community[by].share(text);
    for (const liker of likedBy) await community[liker].like(id);
    for (const [commenter, words] of comments) await community[commenter].comment(id, words);
    await db.$client.query(`UPDATE posts SET created_at = now() - $2 * interval '1 minute' WHERE id = $1`, [
      id,
      minutesAgo,
    ]);
  }
  await db.$client.end();
  return community;
}

/** More of Amara's days: friends, somebody who asks, words in private, and a few lines about herself. */
export async function fillAmarasDays(community: SampleCommunity): Promise<void> {
  const amara = community['Amara Lindqvist'];
  const { 'Hana Okafor': hana, 'Jules Marchetti': jules, 'Tomás Brennan': tomas, 'Priya Sandoval': priya } = community;
  await connect(amara, hana);
  await connect(amara, tomas);
  await request(jules, 'POST', '/api/connections', { userId: await idOf(amara) });
  for (const [from, to, words] of [
    [hana, amara, 'Did you get home before the rain?'],
    [amara, hana, 'Just. My shoes did not.'],
    [amara, hana, 'Thank you for walking with me, I needed it more than I said.'],
    [hana, amara, 'I could tell. Same time on Thursday?'],
    [tomas, amara, 'An old one about lighthouse keepers. I will lend it to you when I am done.'],
    [priya, amara, 'The first sentence on paper worked again today.'],
  ] as const)
    await write(from, to, words);
  await request(amara, 'PUT', '/api/auth/user', {
    title: 'Early riser, slow walker',
    bio: 'I moved here for the sea and stayed for the people. I read on trams, cook too much soup and am learning to rest before I am tired.',
    location: 'Gothenburg',
    favoriteHobby: 'Letters by hand',
    currentGoal: 'One walk a day, whatever the weather',
  });
}

const sampleWins: readonly (readonly [Name, WinInput, cheers: readonly Name[]])[] = [
  [
    'Tomás Brennan',
    {
      title: 'Opened the letter',
      content: 'It had been on the shelf since spring. It was one page.',
      category: 'mental-health',
    },
    ['Amara Lindqvist', 'Hana Okafor', 'Priya Sandoval'],
  ],
  [
    'Priya Sandoval',
    {
      title: 'Said no, and the sky stayed up',
      content:
        'They asked me to take the Sunday shift again. I said I could not, without a reason and without an apology. My hands shook for an hour.\n\nThen I slept.',
      category: 'personal-growth',
    },
    ['Amara Lindqvist', 'Jules Marchetti'],
  ],
  [
    'Jules Marchetti',
    { title: 'Around the lake', content: 'The whole way, with two long rests.', category: 'physical-health' },
    ['Hana Okafor'],
  ],
  [
    'Amara Lindqvist',
    {
      title: 'Ten quiet minutes',
      content: 'Phone in the drawer, kettle off, nobody asking for anything.',
      category: 'mindfulness',
    },
    ['Priya Sandoval'],
  ],
  [
    'Hana Okafor',
    {
      title: 'Called my brother',
      content: 'We talked about tomatoes for half an hour. It was enough.',
      category: 'relationships',
    },
    ['Tomás Brennan', 'Amara Lindqvist', 'Jules Marchetti'],
  ],
];

const sampleRecommendations: readonly (readonly [Name, RecommendationInput, likes: readonly Name[]])[] = [
  [
    'Hana Okafor',
    {
      type: 'book',
      title: 'The Summer Book',
      content:
        'A grandmother and a child on an island, and not much happens.\n\nI read one chapter each night when I could not follow anything longer.',
      link: 'https://books.example/the-summer-book',
    },
    ['Amara Lindqvist', 'Priya Sandoval'],
  ],
  [
    'Amara Lindqvist',
    { type: 'book', title: 'Field guide to the birds of our park', content: 'Small enough for a coat.', link: null },
    [],
  ],
  [
    'Jules Marchetti',
    {
      type: 'podcast',
      title: 'One Walk, One Voice',
      content: 'Half an hour, no music, no advertisements. For the way home.',
      link: 'https://onewalk.example',
    },
    ['Tomás Brennan'],
  ],
  [
    'Priya Sandoval',
    {
      type: 'journal_prompt',
      title: 'Three doors',
      content:
        'Which door did I close today, which did I leave open, and which did I walk past? It is never about doors, which is why I like it.',
      link: null,
    },
    ['Hana Okafor', 'Amara Lindqvist', 'Jules Marchetti'],
  ],
];

const sampleNotes = [
  'The neighbour who hums',
  'Soup that somebody else made',
  'My nurse, who explained it twice and did not sigh once',
  'A seat on the tram, by the window',
  'The first cold morning. My coat still fits, and there was a note from last year in its pocket: “You did it.”',
  'Being waved through',
  'My sister’s terrible jokes',
  'Eight hours of sleep',
  'The dog next door, who believes I am wonderful',
  'Clean sheets',
  'A teacher who wrote back',
  'That the pharmacist remembered my name, asked how the week had been, and then waited for the answer as if there were nobody behind me in the line',
  'Bread',
  'Rain on the roof, and no need to go out',
] as const;

/**
 * Wins with their cheers, recommendations with their likes, and a wall of notes at places that look like chance and are
 * the same each time.
 */
export async function fillSampleBoards(community: SampleCommunity): Promise<void> {
  for (const [name, win, cheers] of sampleWins) {
    const { id } = await request<{ id: string }>(community[name], 'POST', '/api/wellness-wins', win);
    for (const cheering of cheers) await request(community[cheering], 'POST', `/api/wellness-wins/${id}/cheer`);
  }
  for (const [name, recommendation, likes] of sampleRecommendations) {
    const { id } = await request<{ id: string }>(community[name], 'POST', '/api/recommendations', recommendation);
    for (const liking of likes) await request(community[liking], 'POST', `/api/recommendations/${id}/like`);
  }
  for (const [index, content] of sampleNotes.entries()) {
    const name = people[index % people.length] ?? 'Amara Lindqvist';
    await request(community[name], 'POST', '/api/gratitude-posts', {
      content,
      positionX: 10 + ((index * 37 + 11) % 80),
      positionY: 10 + ((index * 29 + 5) % 70),
      rotation: ((index * 8) % 21) - 10,
    });
  }
}

/** More people, by the points they have; those of the five come to what they shared. */
const samplePoints: readonly (readonly [name: string, points: number, minutes: number])[] = [
  ['Noor Haddad', 1_284, 930],
  ['Maximiliane-Friederike von Hohenschwangau', 412, 305],
  ['Wen Li', 396, 0],
  ['Oluwaseun Adeyemi', 371, 260],
  ['Сара Петровић', 240, 118],
  ['Elif Yıldız', 198, 44],
  ['Sam', 173, 150],
  ['Ingrid Haugen', 150, 12],
  ['Mateo Fuentes', 122, 61],
  ['Keiko Mori', 97, 90],
  ['Aoife Byrne', 61, 30],
  ['Ruth Kamau', 9, 0],
];

/** A leaderboard on which Amara is not among the first ten. */
export async function fillSampleLeaderboard(server: CommunityServer, { 'Amara Lindqvist': amara }: SampleCommunity) {
  for (const [index, [name, points, minutes]] of samplePoints.entries()) {
    const [firstName = name, ...others] = name.split(' ');
    const member = await Member.join(server, aPerson(firstName, others.join(' ')));
    const lately = Math.round((points * ((index * 7) % 10)) / 10);
    await givePoints(member, { points: points - lately, seconds: minutes * 60, daysAgo: 40 });
    await givePoints(member, { points: lately });
  }
  for (const daysAgo of [5, 3, 2, 1, 0]) await givePoints(amara, { points: 7, seconds: 430, daysAgo });
}

const sampleMeditations: readonly (Tone & { comments: readonly (readonly [Name, string])[] })[] = [
  {
    title: 'A Slow Walk Indoors',
    seconds: 480,
    hertz: 196,
    description: 'From one end of a room to the other, and back. Nothing has to be reached.',
    comments: [],
  },
  {
    title: 'Ten Breaths Before the Door',
    seconds: 180,
    hertz: 294,
    description: 'For the moment with the keys already in the hand.',
    comments: [],
  },
  {
    title: 'When Sleep Will Not Come',
    seconds: 840,
    hertz: 165,
    description:
      'Lie on the side that feels easier. The light may be off already; nothing on this screen will change.\n\nLet the sound be there like rain. When a thought comes, it may sit down beside you. You do not have to answer it.\n\nIf you are awake at the end, begin again, or get up and drink some water. A night without sleep is long, and it passes.',
    comments: [
      ['Tomás Brennan', 'I have never heard the end of this one.'],
      ['Priya Sandoval', 'The sentence about the thought that sits down. Thank you.'],
    ],
  },
];

/** Meditations as they are on a day like any other, the one for the night on top. */
export async function fillSampleMeditations(admin: Member, community: SampleCommunity): Promise<Meditation[]> {
  const added: Meditation[] = [];
  for (const { comments, ...tone } of sampleMeditations) {
    const meditation = await addTone(admin, tone);
    for (const [name, content] of comments)
      await request(community[name], 'POST', `/api/meditations/${meditation.id}/comments`, { content });
    added.unshift(meditation);
  }
  return added;
}

/** In days from now at an hour of UTC, so that pictures of them look alike on any day. */
const inDays = (days: number, hour: number): string => {
  const at = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString();
};

const sampleEvents: readonly (Partial<EventInput> & { eventDate: string; goes: readonly Name[] })[] = [
  {
    title: 'A slow walk along the river',
    eventDate: inDays(3, 9),
    timeZone: 'Europe/Dublin',
    location: 'The old gate, then upstream',
    maxAttendees: 3,
    description:
      'Two hours, with a bench every now and then. Nobody has to talk. Dogs are welcome; bring something warm to drink.',
    goes: ['Tomás Brennan', 'Priya Sandoval', 'Hana Okafor', 'Amara Lindqvist'],
  },
  {
    title: 'Evening for those who sleep badly',
    eventDate: inDays(9, 18),
    timeZone: 'America/New_York',
    description: 'Online, cameras off. We read to one another for an hour.',
    goes: ['Priya Sandoval', 'Amara Lindqvist'],
  },
  { title: 'First tea of the common', eventDate: inDays(-40, 15), timeZone: 'UTC', goes: [] },
];

/** Events to come, one of them full, and one that is over. */
export async function fillSampleEvents(admin: Member, community: SampleCommunity): Promise<CommunityEvent[]> {
  const events: CommunityEvent[] = [];
  for (const { goes, ...event } of sampleEvents) {
    const added = await addEvent(admin, event);
    for (const name of goes) await answerEvent(community[name], added);
    events.push(added);
  }
  return events;
}
