/** Warning before a sign-out that discards unsent text. */
export const unsentWarning =
  'Something you wrote here has not been sent yet. Signing out deletes it from this device, so that no one else can read it.';
