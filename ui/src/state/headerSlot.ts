/** The id of the place in the header where a page may put a bar of its own, instead of what stands there. */
export const HEADER_SLOT = 'header-slot';
