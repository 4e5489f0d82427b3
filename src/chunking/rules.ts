/**
 * Identity of the rules of parsing and chunking. A change that gives other documents or chunks for the same bytes gives it
 * another value; indexes built by other rules are then read anew.
 */
export const RULES = '3';
