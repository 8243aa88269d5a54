/** The hash of 'password', created with the Argon2 reference program. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
