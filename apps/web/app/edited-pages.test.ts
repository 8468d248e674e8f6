import { expect, test } from 'vitest';
import { crisisCountries } from './features/crisis/crisis-lines.ts';
import { renderPlainPage } from './test-public-pages.ts';

const render = (path: string, settings: Parameters<typeof renderPlainPage>[1] = {}) =>
  renderPlainPage({ path, search: '' }, settings);

const operator = {
  name: 'Lund <Listens>',
  address: 'Stora Södergatan 1\n222 23 Lund',
  contact: 'hello@lund.test',
  responsiblePerson: 'Ana Lind',
  staffedHours: 'Monday to Friday\n9:00 to 17:00',
};

test('pages show who runs the community', async () => {
  for (const path of ['/privacy', '/guidelines', '/accessibility']) {
    const page = await render(path, { operator });
    expect(page).toContain('Who runs this community');
    expect(page).toContain('Stora Södergatan 1\n222 23 Lund');
    expect(page).toContain('<dd class="whitespace-pre-line wrap-anywhere">Ana Lind</dd>');
  }
  expect(await render('/', { operator })).toMatch(/Run by Lund &lt;Listens&gt; · <a href="mailto:hello@lund.test"/);
  for (const path of ['/guidelines', '/crisis'])
    expect(await render(path, { operator })).toMatch(/People read reports here[\s\S]*Monday to Friday\n9:00 to 17:00/);
});

test.for<[contact: string, link: string | undefined]>([
  ['https://lund.test/contact', 'href="https://lund.test/contact"'],
  ['+46 (46) 123-45', 'href="tel:+464612345"'],
  ['javascript:alert(1)', undefined],
  ['a@b.test?bcc=everyone@b.test', undefined],
  ['Ask at the desk', undefined],
])('the contact %s has the link %s', async ([contact, link]) => {
  const page = await render('/', { operator: { contact } });
  const [, line = ''] = /(Contact: [\s\S]*?)<\/p>/.exec(page) ?? [];
  expect(line.includes('href=')).toBe(link !== undefined);
  if (link !== undefined) expect(line).toContain(link);
});

test('pages show nothing about an unknown operator', async () => {
  for (const path of ['/', '/privacy', '/crisis'])
    expect(await render(path, { operator: {} })).not.toMatch(/Run by|Who runs this community|People read reports here/);
});

test('an edited text replaces the shipped one, with its own date', async () => {
  const editedPages = { privacy: { html: '<p>We keep little.</p>', publishedAt: '2026-12-05T10:00:00.000Z' } };
  const page = await render('/privacy', { editedPages });
  expect(page).toContain('<p>We keep little.</p>');
  expect(page).toContain('<time dateTime="2026-12-05">');
  expect(page).not.toContain('Only members can read what members write.');
  expect(await render('/guidelines', { editedPages })).toContain('Be kind, or be quiet for a while');
});

test('edited crisis lines replace the shipped ones on each list of numbers', async () => {
  const line = {
    name: 'Faroe Line',
    call: '+298 123',
    hours: 'Every evening',
    languages: 'Faroese',
    source: {
      name: 'line.test',
      url: 'https://line.test/',
      basis: 'added by this community' as const,
      checkedOn: '2026-11-20',
    },
  };
  const faroes = { code: 'FO', name: 'Faroe Islands', emergencyNumber: '112', lines: [line] };
  const hidden = { ...crisisCountries[0]!, lines: [] };
  for (const path of ['/crisis', '/supported-browsers']) {
    const page = await render(path, { crisisCountries: [hidden, faroes] });
    expect(page).toContain('Faroe Line');
    expect(page).not.toContain(crisisCountries[0]!.lines[0]!.name);
  }
  const page = await render('/crisis', { crisisCountries: [hidden, faroes] });
  expect(page).toContain('href="tel:+298123"');
  expect(page).toMatch(/href="https:\/\/line.test\/"[\s\S]*added by this community, <time dateTime="2026-11-20">/);
});
