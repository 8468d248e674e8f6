/** Said before a sign-out that takes words along which were not sent. */
export const unsentWords =
  'Something you wrote here has not been sent yet. Signing out deletes it from this device, so that no one else can read it.';
