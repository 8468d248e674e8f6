import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const ana = { email: 'ana.lindqvist@meadow.test', names: ['Ana', 'Lindqvist'], productName: 'Mindful Commons' };

describe('a password', () => {
  test.for([
    ...[
      'password123',
      'Password1234!',
      'P@ssw0rd2024',
      'passwordpassword',
      'iloveyou1234',
      'Sunshine2023!',
      'letmein12345',
    ],
    ...[
      'qwertyuiop',
      'Qwertz123456',
      'asdfghjkl123',
      '1234567890',
      '0987654321',
      '1q2w3e4r5t',
      'abcdefghij',
      'aaaaaaaaaaaa',
    ],
    ...[
      'MindfulCommons',
      'mindful-commons-1',
      'Commons2026!',
      'lindqvist1987',
      'AnaLindqvist!',
      'ana.lindqvist',
      'meadow123456',
    ],
    ...['4815162342', '2001-12-24 2001', 'football football', 'ｐａｓｓｗｏｒｄ１２３'],
  ])('%s is easy to guess', (password) => {
    expect(isCommonPassword(password, ana)).toBe(true);
  });

  test.for([
    ...['breathe in, breathe out', 'four calm words here', 'a walk in the morning', 'correct horse battery staple'],
    ...[
      'my cat is called Misty',
      'Tr0mso-ferry-at-dusk',
      'xK9#mQ2$vL7p',
      'sunshine on wet pavement',
      '静かな朝の散歩道を歩く人',
    ],
  ])('%s is accepted', (password) => {
    expect(isCommonPassword(password, ana)).toBe(false);
  });
});
