import { describe, expect, test } from 'vitest';
import { nameForStranger, nameInMail } from './names.ts';

describe('a name in a mail to an unconfirmed address', () => {
  test.for([
    ['Eve', 'Eve'],
    ['Anna Maria', 'Anna'],
    ['José-Luis', 'José-Luis'],
    ['O’Brien', 'O’Brien'],
    ["D'Arcy", "D'Arcy"],
    ['Ngọc'.normalize('NFD'), 'Ngọc'],
    ['Мария', 'Мария'],
    ['明美', '明美'],
    ['नेहा', 'नेहा'],
    ['Eve https://evil.example/win', 'Eve'],
    ['Win a prize now click', 'Win'],
    ['Eve\nClick here', 'Eve'],
    ['Eve\u2028Click', 'Eve'],
  ] as const)('%j is shortened to %j', ([name, expected]) => {
    expect(nameForStranger(name)).toBe(expected);
  });

  test.for([
    '',
    ' ',
    'evil.example',
    'www.evil',
    'https://evil.example',
    'evil。example',
    'Dr.',
    'eve@evil.example',
    'Eve1',
    '+4915112345678',
    '😀',
    '<b>Eve</b>',
    'Eve,click',
    'Eve/win',
    'Win-a-prize-now-click',
    'Eve\u202enigol',
    'Eve\u200bclick',
    "Eve'",
    '-Eve',
    '\u0301Eve',
    'WinAPrizeNowByClickingBelow',
    'E'.repeat(500),
  ])('%j is omitted', (name) => {
    expect(nameForStranger(name)).toBeUndefined();
  });
});

describe('a name in a mail to a member', () => {
  test.for([
    ['Ben Lind', 'Ben Lind'],
    ['Dr. Ben L.', 'Dr. Ben L.'],
    ['J.R.R. Lind', 'J.R.R. Lind'],
    [`A${'😀'.repeat(59)}`, `A${'😀'.repeat(59)}`],
    ['👩‍👩‍👧 Ana', '👩‍👩‍👧 Ana'],
    ['می‌خواهم', 'می‌خواهم'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tom', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tom'],
    ['Ben https://evil.example/win', 'Ben …'],
    ['Ben HTTPS://EVIL', 'Ben …'],
    ['Ben ftp://evil', 'Ben …'],
    ['Ben www.evil', 'Ben …'],
    ['Ben evil.example', 'Ben …'],
    ['Ben evil．example', 'Ben …'],
    ['Ben <b>x</b>', 'Ben b x /b'],
    ['Ben me@evil', 'Ben …'],
    ['Ben\r\nBcc: x', 'Ben Bcc: x'],
    ['\u202eneB', 'neB'],
    ['Ben\u200e\u2066', 'Ben'],
    ['\u200b', 'Someone'],
    ['\u200d', 'Someone'],
    ['', 'Someone'],
  ] as const)('%j is written as %j', ([name, expected]) => {
    expect(nameInMail(name)).toBe(expected);
  });

  test('is truncated between grapheme clusters', () => {
    for (const unit of ['😀', '👨‍👩‍👧‍👦', 'e\u0301\u0323', '🇩🇪']) {
      const name = nameInMail(`A${unit.repeat(121)}`);
      expect(name.replaceAll(unit, '')).toBe('A');
      expect([...name].length).toBeLessThanOrEqual(80);
    }
  });
});
