// Renders a template from its view. Views hold strings and lists of them, printed before: templates decide nothing.
import Handlebars from "handlebars";
import { invariant } from "../failure/errors.js";
import { fitColumns } from "./fit-columns.js";
import { readTemplate } from "./read-template.js";
import type { TemplateViews } from "./views.js";

/** The text of one file. Every field of the view must be there: a missing one is a bug, not an empty string. */
export function render<Name extends keyof TemplateViews>(name: Name, view: TemplateViews[Name]): string {
  const template = Handlebars.compile<TemplateViews[Name]>(readTemplate(name), {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
  });
  const text = template(view);
  invariant(!/undefined|\[object |NaN/.test(text), () => `render: ${name} printed a value that is not text`);
  return /\.(?:cu|cuh|h)$/.test(name) ? fitColumns(text) : text;
}
