import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommunityEvent } from '@commons/contract/events';
import type { PostInput } from '@commons/contract/feed';
import type { Post } from '@commons/contract/feed';
import type { UploadedImage } from '@commons/contract/media';
import type { Member } from '../../e2e/support/member.ts';
import { request } from '../../e2e/support/members.ts';
import { root } from './root.ts';
import type { SampleCommunity } from './sample-community.ts';

const pictures = ['with-the-tide', 'four-corners', 'bowls-at-dusk', 'rain-at-night'] as const;

async function uploadSample(by: Member, name: (typeof pictures)[number]): Promise<UploadedImage> {
  const bytes = await readFile(path.join(root, `content/meditations/${name}.webp`));
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], `${name}.webp`, { type: 'image/webp' }));
  const response = await fetch(`${by.server.url}/api/uploads/images`, {
    method: 'POST',
    headers: { cookie: `${by.cookie.name}=${by.cookie.value}`, 'idempotency-key': crypto.randomUUID() },
    body: form,
  });
  if (!response.ok) throw new Error(`The picture ${name} was not taken: ${response.status}`);
  return (await response.json()) as UploadedImage;
}

const share = (by: Member, body: Partial<PostInput> & { content: string }): Promise<Post> =>
  request(by, 'POST', '/api/posts', body);

const alts = ['Waves at low tide', 'Four squares of colour', 'Bowls in the last light', 'Rain on a window at night'];

/** Posts with what posts can carry: one to four pictures, polls before and after a vote, an event. */
export async function fillSamplePosts(community: SampleCommunity, events: readonly CommunityEvent[]): Promise<void> {
  const {
    'Amara Lindqvist': amara,
    'Hana Okafor': hana,
    'Jules Marchetti': jules,
    'Priya Sandoval': priya,
  } = community;
  for (const count of [1, 2, 3, 4]) {
    const by = [hana, jules, priya, hana][count - 1] ?? hana;
    const images = [];
    for (const [index, name] of pictures.slice(0, count).entries())
      images.push({
        url: (await uploadSample(by, name)).url,
        alt: alts[index] ?? null,
        isBlurred: count === 2 && index === 1,
      });
    await share(by, { content: count === 1 ? 'The tide this morning.' : `${count} from this week.`, images });
  }
  const asked = await share(jules, {
    content: 'How do you begin a day that you would rather not begin?',
    poll: {
      options: [
        'With something warm',
        'Outside, whatever the weather',
        'Slowly, and without deciding anything before nine',
        'With music',
      ],
      days: 5,
    },
  });
  const voters = [hana, priya, amara];
  for (const [index, voter] of voters.entries())
    await request(voter, 'POST', `/api/posts/${asked.id}/poll/vote`, {
      optionId: asked.poll?.options[index === 1 ? 2 : 0]?.id,
    });
  await share(priya, { content: 'Phone in another room tonight?', poll: { options: ['Yes', 'Not yet'], days: 1 } });
  const [event] = events;
  if (event) await share(hana, { content: 'I will be there, a little early. Come and say hello.', eventId: event.id });
}
