/** Said before a sign-out that takes words along which were not sent. */
export const unsentWords =
  'Something you wrote here has not been sent yet. Signing out takes it off this device for good, so that nobody else finds it.';
