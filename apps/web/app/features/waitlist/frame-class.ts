/** Width and margins of the sections of the landing page. */
export const frameClass = 'mx-auto w-full max-w-300 px-4 sm:px-6';
