import { expect, test } from 'vitest';
import { crisisCountries } from './crisis-lines.ts';

const isoDate = /^20\d\d-[01]\d-[0-3]\d$/;

test('the list has at least thirty countries, sorted by name and without duplicates', () => {
  const codes = crisisCountries.map(({ code }) => code);
  expect(codes.length).toBeGreaterThanOrEqual(30);
  expect(new Set(codes).size).toBe(codes.length);
  const names = crisisCountries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  for (const { code, name } of crisisCountries)
    expect(new Intl.DisplayNames('en', { type: 'region' }).of(code)?.slice(0, 6), code).toBe(name.slice(0, 6));
});

for (const { name, emergencyNumber, lines } of crisisCountries) {
  test(`${name} has an emergency number, and crisis lines with contact, hours, source and date`, () => {
    expect(emergencyNumber).toMatch(/^\d{3}$/);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.call ?? line.text?.to, line.name).toMatch(/^\+?[\d -]{3,}$/);
      expect(line.chatUrl ?? 'https://', line.name).toMatch(/^https:\/\//);
      expect(line.hours, line.name).not.toBe('');
      expect(line.languages, line.name).not.toBe('');
      expect(line.source.name, line.name).not.toBe('');
      expect(line.source.url, line.name).toMatch(/^https:\/\/[\w.-]+/);
      expect(['own page', 'authority page'], line.name).toContain(line.source.basis);
      expect(line.source.checkedOn, line.name).toMatch(isoDate);
      expect(Date.parse(line.source.checkedOn), line.name).toBeLessThanOrEqual(Date.now());
    }
  });
}
