/** The id of the header element that a page may fill with a bar of its own, in place of the header's content. */
export const HEADER_SLOT = 'header-slot';
