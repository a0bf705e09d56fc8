/** Of what is printed as JSON: raised when a key goes, or comes to mean something else; keys that are added do not raise it. */
export const OUTPUT_VERSION = 1;
