// Package typecheck reads the tokens of a C translation unit and makes its typed tree. C can only be
// parsed knowing which names are types, and the layout pragmas stand between the tokens, so parsing,
// names, types, layout, conversions and constant folding are one pass over the tokens.
//
// # What to read first
//
// Each of these types is in the one behind it, and knows none of those:
//
//   - reader (reader.go): the tokens, the place and the situation in them, diagnostics;
//   - typing (types.go): makes types; representation.go has those of constants, words and enumerations;
//   - values (convert.go): conversions, and folding of constants (fold.go, constant.go);
//   - operators (operators.go, unaryoperators.go): an expression of operands, an initializer laid out
//     over its type (fill.go), the layout of structs (layout.go). None of these three reads a token;
//   - symbols (scope.go): names and what they stand for, declared.go and calls.go, pragma.go;
//   - expressions (expression.go, unary.go, postfix.go), which asks for the rest of the language through
//     an interface, expressionParts;
//   - declarators (declarator.go, specifier.go, record.go, attribute.go): what says a type;
//   - declarations (declaration.go, initializer.go), statements (statement.go, try.go, assembly.go);
//   - checker (check.go): the file and its functions (function.go), contracts (contract.go), handlers of rules
//     (handler.go), what the loader runs (loader.go).
package typecheck
