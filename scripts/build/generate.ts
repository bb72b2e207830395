import { compileSchemas } from "../../schemas/compile.js";

// Compiles the schemas: npm run generate
await compileSchemas();
