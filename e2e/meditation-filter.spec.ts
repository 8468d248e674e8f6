import { expect, test } from './support/journey.ts';
import { meditationCard } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

test('a member finds a meditation by theme and length, and goes back to all', async ({ join, openBrowser, admin }) => {
  const create = async (title: string, theme: string, minutes: number) => {
    const audioUrl = 'https://sounds.example/kind.mp3';
    const input = { title: unique(title), teacher: 'Ida Sørensen', theme, audioUrl, duration: minutes * 60 };
    await request(admin, 'POST', '/api/meditations', input);
    return input.title;
  };
  const short = await create('A kind word', 'kindness', 3);
  const long = await create('A kind hour', 'kindness', 60);
  const body = await create('From the feet upwards', 'body', 12);
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  await expect(meditationCard(page, body)).toContainText('Ida Sørensen');
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Kindness' }).click();
  await expect(meditationCard(page, body)).toBeHidden();
  await expect(meditationCard(page, short)).toBeVisible();
  await page.getByRole('group', { name: 'Length' }).getByRole('button', { name: 'Over 15 min' }).click();
  await expect(meditationCard(page, short)).toBeHidden();
  await expect(meditationCard(page, long)).toBeVisible();
  await expect(page).toHaveURL('/meditations?theme=kindness&length=long');
  await page.reload();
  await expect(meditationCard(page, long)).toBeVisible();
  await page.goBack();
  await expect(meditationCard(page, short)).toBeVisible();
  await page.goBack();
  await expect(meditationCard(page, body)).toBeVisible();
});
