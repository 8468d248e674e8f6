import { authCalls } from '@commons/contract/auth/calls';
import type { CurrentUser } from '@commons/contract/auth/schemas';
import { consentCalls } from '@commons/contract/consent/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply, requestsOf } from '../../test/api.ts';
import { button, expectAccessible, renderScreen, viewer } from '../../test/screen.tsx';
import { ConsentChoices } from './consent-screen.tsx';

type State = CurrentUser['consent']['state'];

const memberIn = (state: State, acceptedAt: string | null): CurrentUser => ({
  ...viewer,
  consent: { state, guidelinesVersion: 3, acceptedAt },
});

const choices = { age: 'I am 18 or over', healthData: /^I agree that/ };

test.for<[State, string | null, object]>([
  ['missing', null, { isAdult: true, agreesToHealthData: true }],
  ['withdrawn', '2026-01-01T09:00:00.000Z', { agreesToHealthData: true }],
  ['outdated', '2026-01-01T09:00:00.000Z', {}],
])(
  'with consent that is %s (accepted: %s), the screen asks only for what is missing',
  async ([state, at, expected]) => {
    reply(authCalls.getSignInOptions, {
      provider: 'embedded',
      providerName: null,
      needsSetupCode: false,
      signUp: 'open',
    });
    reply(consentCalls.giveConsent, viewer);
    await renderScreen(<ConsentChoices viewer={memberIn(state, at)} />);
    await expectAccessible(`consent ${state}`);
    const boxes = page.getByRole('checkbox');
    expect(boxes.elements()).toHaveLength(Object.keys(expected).length);
    for (const box of boxes.elements()) expect((box as HTMLInputElement).checked).toBe(false);
    if ('isAdult' in expected) await page.getByLabelText(choices.age).click();
    if ('agreesToHealthData' in expected) await page.getByLabelText(choices.healthData).click();
    await button('Accept the guidelines').click();
    await expect
      .poll(() => requestsOf(consentCalls.giveConsent)[0]?.body)
      .toEqual({ guidelinesVersion: 3, ...expected });
    await expect.element(page.getByRole('link', { name: 'Download my data' })).toBeVisible();
  },
);
