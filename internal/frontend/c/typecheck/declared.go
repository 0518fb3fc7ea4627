package typecheck

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

func (c *symbols) declareTypedef(d *declarator, t *tree.Type) {
	if old := c.scope.names[d.name]; old != nil && (old.typedef == nil || !c.compatible(old.typedef, t)) {
		c.errorf(d.pos, CodeName, "conflicting declarations of %s, declared at %s", d.name, old.pos)
	}
	if r := c.records[t]; r != nil && d.attrs.transparent {
		r.transparent = true
	}
	if r := c.records[t]; r != nil && t.Tag == "" && r.typ == t && len(t.Name) > 0 && t.Name[len(t.Name)-1] == '>' {
		// An anonymous type goes by its typedef's name.
		t.Name = d.name
	}
	c.scope.declare(d.name, &entity{pos: d.pos, typedef: t})
}

// declareAlias declares another name of an object that the file has declared before (attribute alias).
// With external linkage it is the name that other files know a static object by. An object that they
// know by a name already would have two; that is not modelled, nor is a name that was used before.
func (c *symbols) declareAlias(s *specifiers, d *declarator, t *tree.Type) {
	target, outside := c.objects[d.attrs.alias], s.storage != "static"
	switch {
	case target == nil || c.scope.names[d.name] != nil || c.objects[d.name] != nil || d.attrs.isReference || d.attrs.weak,
		outside && (target.Linkage == tree.ExternalLinkage || target.Symbol != ""):
		c.errorf(d.pos, CodeUnsupported, "%s is another name of an object (attribute alias)", d.name)
		return
	case !c.compatible(target.Type, t):
		c.errorf(d.pos, CodeType, "%s is another name of %s, which has type %s and not %s", d.name, d.attrs.alias, target.Type.Name, t.Name)
	}
	if outside {
		target.Linkage, target.Symbol = tree.ExternalLinkage, d.name
	}
	c.aliased = append(c.aliased, target)
	c.objects[d.name] = target
	c.scope.declare(d.name, &entity{pos: d.pos, object: target, typ: t})
}

// linked finds or makes the one object of all declarations with linkage.
func (c *symbols) linked(d *declarator, t *tree.Type, s *specifiers) *tree.Object {
	if old := c.scope.names[d.name]; old != nil && old.object == nil {
		c.errorf(d.pos, CodeName, "%s is redeclared as another kind of name, declared at %s", d.name, old.pos)
	}
	o := c.objects[d.name]
	if o == nil {
		o = &tree.Object{Name: d.name, Type: t, Linkage: tree.ExternalLinkage, Static: true, Extern: true, Pos: d.pos}
		if s.storage == "static" {
			o.Linkage = tree.InternalLinkage
		}
		c.objects[d.name] = o
		c.unit.Objects = append(c.unit.Objects, o)
	} else {
		if !c.compatible(o.Type, t) {
			c.errorf(d.pos, CodeType, "conflicting types for %s: %s, declared as %s at %s", d.name, t.Name, o.Type.Name, o.Pos)
		}
		if o.Type.Size < 0 && t.Size >= 0 {
			o.Type = t
		}
	}
	if symbol := c.symbolOf(d, o.Linkage); symbol != "" {
		o.Symbol = symbol
	}
	c.scope.declare(d.name, &entity{pos: d.pos, object: o, typ: t})
	return o
}

func (c *symbols) isParameter(name string) bool {
	for _, p := range c.fn.def.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// cleanup is the call with the object's address that the attribute asks for; nil without it.
func (c *symbols) cleanup(d *declarator, o *tree.Object) tree.Expr {
	if d.attrs.cleanup == "" {
		return nil
	}
	e := c.scope.lookup(d.attrs.cleanup)
	if e == nil || e.function == nil {
		c.errorf(d.pos, CodeName, "the attribute cleanup of %s names %s, which is no function", d.name, d.attrs.cleanup)
		return nil
	}
	object := &tree.ObjectRef{Node: tree.Node{Type: o.Type, Pos: d.pos}, Object: o}
	return c.callWith(c.functionRef(e.function, d.pos), e.function.Type, []tree.Expr{c.addressOf(object, d.pos)}, d.pos)
}

// Declarations and definitions of functions.

func (c *symbols) declareFunction(d *declarator, t *tree.Type, s *specifiers) *tree.FunctionDef {
	old := c.scope.names[d.name]
	if old != nil && old.function == nil {
		c.errorf(d.pos, CodeName, "%s is redeclared as another kind of name, declared at %s", d.name, old.pos)
		return &tree.FunctionDef{Name: d.name, Type: t, Pos: d.pos}
	}
	f := c.functions[d.name]
	// goto-cc takes what the first declaration says: copies of sources have static taken from some.
	keepsLinkage := c.gotoCC && f != nil && f.Builtin == ""
	if f == nil {
		f = &tree.FunctionDef{Name: d.name, Type: t, Linkage: tree.ExternalLinkage, Pos: d.pos}
		c.addFunction(f)
	} else {
		if c.implicit[f] && s.storage == "static" && !keepsLinkage {
			c.errorf(d.pos, CodeType, "%s is static, and was called at %s where nothing declares it", d.name, f.Pos)
		}
		c.redeclareFunction(f, d.pos, t)
	}
	if s.storage == "static" && !keepsLinkage {
		f.Linkage = tree.InternalLinkage
	}
	f.NoReturn = f.NoReturn || d.attrs.noreturn
	f.Weak = f.Weak || d.attrs.weak || c.weak[d.name] && !c.prelude
	f.Allocates = f.Allocates || d.attrs.allocates
	f.Constant, f.Pure = f.Constant || d.attrs.constant, f.Pure || d.attrs.pure
	f.NonNull.Join(d.attrs.nonNull)
	f.Requires = append(f.Requires, d.attrs.requires...)
	f.ReturnsNonNull = f.ReturnsNonNull || d.attrs.returnsNonNull
	f.ReturnsTwice = f.ReturnsTwice || d.attrs.returnsTwice
	if symbol := c.symbolOf(d, f.Linkage); symbol != "" {
		f.Symbol = symbol
	}
	f.Startup, f.Shutdown = max(f.Startup, d.attrs.startup), max(f.Shutdown, d.attrs.shutdown)
	if d.attrs.alias != "" {
		c.aliases = append(c.aliases, alias{f, d.attrs.alias, d.pos, d.attrs.isReference})
	}
	if !c.replaceable[f] {
		f.Exported = f.Exported || c.exports(s, d)
	}
	c.scope.declare(d.name, &entity{pos: d.pos, function: f, typ: f.Type})
	return f
}

// addFunction enters a function; what only the prelude declares joins the unit when it is used.
func (c *symbols) addFunction(f *tree.FunctionDef) {
	c.functions[f.Name] = f
	if c.prelude {
		f.Builtin = f.Name
		return
	}
	c.unit.Functions = append(c.unit.Functions, f)
}

func (c *symbols) redeclareFunction(f *tree.FunctionDef, pos source.Pos, t *tree.Type) {
	isLike := c.compatible(f.Type, t) || c.onlyPromotionsDiffer(f.Type, t)
	switch {
	case c.implicit[f]:
		// As with gcc a call may come before a function that returns nothing, and no other that does not return int.
		if f.Type.Unspecified && !isLike && !isVoid(t.Result) {
			c.errorf(pos, CodeType, "%s returns %s, and was called at %s where nothing declares it", f.Name, t.Result.Name, f.Pos)
		}
		f.Type, f.Implicit = t, false
		delete(c.implicit, f)
	case !isLike:
		c.errorf(pos, CodeType, "conflicting types for %s: %s, declared as %s at %s", f.Name, t.Name, f.Type.Name, f.Pos)
	case f.Type.Unspecified && f.Body == nil && !t.Unspecified:
		f.Type = t
	}
}

// alias is a function that is declared to be another one.
type alias struct {
	function *tree.FunctionDef
	target   string
	pos      source.Pos
	// isReference: by the attribute weakref, whose target may be missing.
	isReference bool
}

// exports says that by this declaration the function's definition is one for other files too.
func (c *symbols) exports(s *specifiers, d *declarator) bool {
	return !s.inline || (s.storage == "extern") != (c.olderThanC99 || d.attrs.oldInline)
}

// sectioned is an object that a declaration puts into a section that the loader looks at.
type sectioned struct {
	object *tree.Object
	attributes
}

// placeInSection notes where the linker puts an object with static storage, and those that the loader looks at.
func (c *symbols) placeInSection(o *tree.Object, a attributes) {
	if a.section != "" {
		o.Section = a.section
	}
	if runsByItself(a.section) != "" {
		c.inSections = append(c.inSections, sectioned{o, a})
	}
}
