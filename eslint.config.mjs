import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/"] },
  js.configs.recommended,
  {
    files: ["games/static/**"],
    languageOptions: { globals: globals.browser },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-implicit-globals": "error" },
  },
  { files: ["games/static/**/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["tests/javascript/**"], languageOptions: { globals: globals.node } },
];
