/** Warning before a sign-out that discards unsent text. */
export const unsentWords =
  'Something you wrote here has not been sent yet. Signing out takes it off this device for good, so that nobody else finds it.';
